import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDb } from '../../../../server/process/store/db.ts';
import { createBlankConfig } from '../../../../server/process/store/processConfig.ts';
import { start } from '../testing.ts';
import { testTempDir } from '../testTempDir.ts';
import { cheapProcess } from './runCore.ts';

const pathOf = (id: string) => `/api/v3/process/${encodeURIComponent(id)}`;

describe('a process', () => {
  it('can be read, renamed and deleted under every valid name', async () => {
    const { ask, json } = await start();
    const ids = [
      'a/b',
      '/',
      '//',
      'a b',
      '%',
      '%2e',
      '%2F',
      '...',
      '#?&',
      'a\\b',
      '😀',
      '__proto__',
      'x'.repeat(4_096),
      'a.',
      ' .',
    ];
    for (const id of ids) {
      expect((await json('POST', '/api/v3/process', cheapProcess(id))).status, id).toBe(200);
      expect((await ask('GET', pathOf(id))).json().id).toBe(id);
      expect((await json('PUT', `${pathOf(id)}/metadata/${encodeURIComponent(id)}`, 1)).status, id).toBe(200);
      expect((await ask('GET', `${pathOf(id)}/metadata/${encodeURIComponent(id)}`)).text, id).toBe('1\n');
      expect((await json('PUT', pathOf(id), { id: 'other' })).status).toBe(200);
      expect((await ask('DELETE', pathOf('other'))).status).toBe(200);
    }
  });

  it.each(['.', '..', '\ud800', 'a\udc00b', 'a\nb', '\0', '\u0085', 'x'.repeat(4_097), '😀'.repeat(400), ' '])(
    'is not created or renamed with an id that no URL can contain (%#)',
    async (id) => {
      const { ask, json } = await start();
      const refused = await json('POST', '/api/v3/process', cheapProcess(id));
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.json().details).toEqual([expect.stringMatching(/^(this|an empty) ID is not allowed/)]);
      await json('POST', '/api/v3/process', cheapProcess('good'));
      expect((await json('PUT', pathOf('good'), { id })).status).toBe(400);
      expect((await ask('GET', '/api/v3/process?filter=config')).json().map(({ id }: { id: string }) => id)).toEqual([
        'good',
      ]);
    },
  );

  it('with an invalid id from an older core can be deleted', async () => {
    const home = testTempDir();
    mkdirSync(join(home, 'db'));
    writeFileSync(join(home, 'db', 'config.json'), '{"version":3,"api":{"auth":{"enable":false}}}');
    const odd = ['..', '\ud800', 'y'.repeat(20_000)].map((id) => ({
      createdAt: 1,
      updatedAt: 1,
      order: 'stop' as const,
      config: {
        ...createBlankConfig(),
        id,
        input: [{ id: 'i', address: 'x', options: [] }],
        output: [{ id: 'o', address: '-', options: [] }],
      },
    }));
    await openDb(join(home, 'db')).write({ processes: odd, metadata: new Map(), processMetadata: new Map() });
    const { ask } = await start({}, home);
    const ids: string[] = (await ask('GET', '/api/v3/process')).json().map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(3);
    for (const id of ids) expect((await ask('DELETE', pathOf(id))).status).toBe(200);
    expect((await ask('GET', '/api/v3/process')).json()).toEqual([]);
  });
});

it.each(['%0A', '%00', '%7F', 'x'.repeat(4_097)])(
  'a malformed metadata key is rejected, but can be deleted: %#',
  async (key) => {
    const { json } = await start();
    expect((await json('PUT', `/api/v3/metadata/${key}`, 1)).status).toBe(400);
    expect((await json('PUT', `/api/v3/metadata/${key}`, null)).status).toBe(200);
  },
);

it.each(['mem', 'disk'])('a file in %s gets a valid, normalized path', async (storage) => {
  const { ask } = await start();
  expect((await ask('PUT', `/api/v3/fs/${storage}/a%00b`, { body: 'x' })).status).toBe(400);
  expect((await ask('PUT', `/api/v3/fs/${storage}/..%2F..%2Fa%2F..%2Fb`, { body: 'x' })).status).toBe(201);
  expect((await ask('GET', `/api/v3/fs/${storage}`)).json()).toMatchObject([{ name: '/b' }]);
});
