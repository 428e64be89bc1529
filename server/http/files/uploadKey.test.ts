import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loggedIn, until } from '../../../harness/test/core/testing.ts';

const commandLinesWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return [];
      }
    })
    .filter((line) => line.includes(text));

it('our own ffmpeg stores files with a key that appears nowhere and that no proxy can use', async () => {
  const { ask, json, token } = await loggedIn({
    CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'storage-password',
    CORE_LOG_LEVEL: 'debug',
  });
  const id = `uploads-${process.pid}`;
  const name = `${id}.m3u8`;
  const added = await json(
    'POST',
    '/api/v3/process',
    {
      ...{ id, reference: id, autostart: true, options: [] },
      input: [{ id: 'in', address: 'testsrc2=size=64x36:rate=5', options: ['-re', '-f', 'lavfi'] }],
      output: [
        {
          id: 'out',
          address: `{memfs}/${name}`,
          options: ['-g', '5', '-f', 'hls', '-hls_time', '1', '-method', 'PUT'],
        },
      ],
    },
    token,
  );
  expect(added.status).toBe(200);
  await until(
    () => ask('GET', `/memfs/${name}`),
    ({ status }) => status === 200,
  );

  const [line = ''] = commandLinesWith(name);
  const [folder = ''] = /\/~[\w-]{32}/.exec(line) ?? [];
  expect(folder).not.toBe('');
  expect(line).not.toContain('storage-password');
  const state = await ask('GET', `/api/v3/process/${id}/state`, { token });
  expect(state.json().command.at(-1)).toMatch(new RegExp(`^http://admin:storage-password@.*/memfs/${name}$`));
  const report = await ask('GET', `/api/v3/process/${id}/report`, { token });
  expect(report.text).toContain(`storage-password@`);
  const log = await ask('GET', '/api/v3/log', { token });
  expect(log.text).toContain(`/memfs/${name}`);
  for (const shown of [state.text, report.text, log.text]) expect(shown).not.toContain(folder);

  const write = (path: string, headers: Record<string, string> = {}) =>
    ask('PUT', path, { headers, body: 'x' }).then(({ status }) => status);
  expect(await write(`/memfs${folder}/own.ts`)).toBe(201);
  expect((await ask('GET', '/memfs/own.ts')).text).toBe('x');
  expect(await write(`/memfs${folder}/far.ts`, { 'X-Forwarded-For': '203.0.113.9' })).toBe(401);
  expect(await write(`/memfs/~${'A'.repeat(32)}/guess.ts`)).toBe(401);
  expect(await write('/memfs/none.ts')).toBe(401);
});
