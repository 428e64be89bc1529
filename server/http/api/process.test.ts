import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { testTempDir } from '../../../harness/test/core/testTempDir.ts';
import { createProcesses, type Processes } from '../../process/index.ts';
import { processesDeps } from '../../process/testing.ts';
import { createApi } from '../api.ts';
import { createBodyReader } from '../request/bodyReader.ts';
import { metadataRoutes } from './metadata.ts';
import { processRoutes } from './process.ts';
import { selectParts } from './processJson.ts';

/** From core 16.14.0, in order. `loose`: details are not compared, because they name Go types. */
const Case = z.object({
  name: z.string().default(''),
  method: z.enum(['GET', 'PUT', 'POST', 'DELETE']),
  path: z.string(),
  type: z.string().default('application/json'),
  body: z.unknown().optional(),
  status: z.number().default(200),
  answer: z.unknown().optional(),
  ids: z.array(z.string()).optional(),
  keys: z.array(z.string()).optional(),
  loose: z.boolean().default(false),
});
const recorded = new URL('../../fixtures/process-cases.json', import.meta.url);
const cases = z.array(Case).parse(JSON.parse(readFileSync(recorded, 'utf8')));

let processes: Processes;
let app: Awaited<ReturnType<typeof createApi>>;
beforeAll(async () => {
  const access = { input: { allow: [], block: ['blocked'] }, output: { allow: [], block: ['blocked'] } };
  const deps = processesDeps(testTempDir(), { access });
  processes = await createProcesses(deps);
  processes.resume();
  app = await createApi({
    log: deps.log,
    bodies: createBodyReader(),
    addHooks: () => undefined,
    json: [processRoutes({ processes }), metadataRoutes({ processes })],
    raw: [],
    outside: [],
  });
});
afterAll(async () => {
  await app.close();
  await processes.stop();
});

const inject = ({ method, path, type, body }: z.infer<typeof Case>) => {
  if (body === undefined) return app.inject({ method, url: path });
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return app.inject({ method, url: path, headers: { 'content-type': type }, payload });
};

const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, inner) => (/^(created|updated)_at$/.test(key) ? 0 : inner));

describe('a recorded request', () => {
  it.each(cases)('$name $method $path has the same response', async (recording) => {
    const { status, answer, ids, keys, loose } = recording;
    const response = await inject(recording);
    expect(response.statusCode, response.body).toBe(status);
    if (recording.name === '') return;
    expect(response.headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(response.body.endsWith('\n')).toBe(true);
    const actual: unknown = response.json();
    if (loose) expect(actual).toMatchObject({ code: status, message: 'Invalid JSON', details: [expect.any(String)] });
    else if (ids === undefined) expect(withoutTimes(actual)).toEqual(withoutTimes(answer));
    else {
      const list = z.array(z.looseObject({ id: z.string() })).parse(actual);
      expect(list.map(({ id }) => id).sort()).toEqual(ids.toSorted());
      expect(Object.keys(list[0] ?? {})).toEqual(keys);
    }
  });
});

it.each([
  ['', ['config', 'state', 'report', 'metadata']],
  ['state', ['state']],
  ['metadata,config', ['config', 'metadata']],
  ['nonsense', []],
])('the filter %j selects the parts %j', (filter, parts) => expect([...selectParts(filter)]).toEqual(parts));

it('metadata nested too deep to be serialized again are rejected', async () => {
  const payload = '['.repeat(5_000) + ']'.repeat(5_000);
  const headers = { 'content-type': 'application/json' };
  const response = await app.inject({ method: 'PUT', url: '/api/v3/metadata/deep', headers, payload });
  expect(response.json()).toEqual({ code: 400, message: 'Invalid JSON', details: ['more than 500 levels'] });
});

it.each(['/api/v3/process/', '/api/v3/process//state', '/api/v3/metadata/', '/api/v3/process/x/metadata/'])(
  '%s responds with 404',
  async (url) => {
    const response = await app.inject({ method: 'GET', url });
    expect(response.json()).toEqual({ code: 404, message: 'Not Found', details: ['Not Found'] });
  },
);
