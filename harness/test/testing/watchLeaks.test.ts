import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { watchLeaks } from './watchLeaks.ts';

it('finds and removes what a step leaves: processes and files, but not what has ended', async () => {
  const watch = watchLeaks('unit');
  const env = { ...process.env, ...watch.environment };
  const folder = watch.environment.TMPDIR ?? '';
  writeFileSync(path.join(folder, 'left.ts'), '');
  const ended = spawn('true', { env });
  const left = spawn('sleep', ['600'], { env });
  await once(ended, 'exit');
  const gone = once(left, 'exit');
  expect(await watch.leaks()).toEqual([expect.stringMatching(/^process \d+ \(sleep 600\)$/), 'file left.ts']);
  expect(await gone).toEqual([null, 'SIGKILL']);
  expect(existsSync(folder)).toBe(false);
});

it('finds nothing where nothing is left', async () => expect(await watchLeaks('unit').leaks()).toEqual([]));
