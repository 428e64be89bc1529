import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { watchLeaks } from './watchLeaks.ts';

it('watchLeaks finds and removes running processes and files of a step', async () => {
  const watch = watchLeaks('unit');
  const env = { ...process.env, ...watch.environment };
  const folder = watch.environment.TMPDIR ?? '';
  writeFileSync(path.join(folder, 'left.ts'), '');
  const ended = spawn('true', { env });
  const left = spawn('sleep', ['600'], { env });
  await once(ended, 'exit');
  const exit = once(left, 'exit');
  expect(await watch.leaks()).toEqual([expect.stringMatching(/^process \d+ \(sleep 600\)$/), 'file left.ts']);
  expect(await exit).toEqual([null, 'SIGKILL']);
  expect(existsSync(folder)).toBe(false);
});

it('watchLeaks finds nothing after a clean step', async () => expect(await watchLeaks('unit').leaks()).toEqual([]));
