import { readdir, readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loggedIn, start } from '../../../harness/test/core/testing.ts';
import { type Endpoints, endpoints } from '../../../src/api/endpoints.ts';
import recorded from '../../../src/api/fixtures/answers.json' with { type: 'json' };
import cores from '../../../src/api/fixtures/cores.json' with { type: 'json' };
import { createOpenApi, OPERATIONS } from './openApi.ts';

const JsonContent = z.looseObject({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) });
const Operation = z.object({
  operationId: z.string(),
  requestBody: z.optional(z.object({ content: z.looseObject({}) })),
  responses: z.looseObject({ 200: z.optional(z.object({ content: z.unknown() })) }),
});
const documented = Object.values(createOpenApi().paths)
  .flatMap((methods) => Object.values(methods))
  .map((operation) => Operation.parse(operation));

function schemaOf(endpoint: string) {
  const found = documented.find(({ operationId }) => operationId === endpoint);
  return JsonContent.parse(found?.responses[200]?.content)['application/json'].schema;
}

function bodyOf(endpoint: string) {
  const found = documented.find(({ operationId }) => operationId === endpoint);
  return JsonContent.parse(found?.requestBody?.content)['application/json'].schema;
}

const DOCUMENTED_AS: Partial<Record<keyof Endpoints, keyof Endpoints>> = {
  loginWithToken: 'login',
  memFiles: 'diskFiles',
  diskBytes: 'fileBytes',
  diskRead: 'fileBytes',
  memWrite: 'diskWrite',
  memDelete: 'diskDelete',
};
const isJson = (endpoint: string) => endpoints[endpoint as keyof Endpoints].carries === 'json';

const answers = [
  ...Object.entries(recorded).map(([endpoint, found]) => ({ core: '16.14.0', endpoint, found })),
  ...Object.entries(cores).flatMap(([core, { refused: _, ...byEndpoint }]) =>
    Object.entries(byEndpoint).map(([endpoint, found]) => ({ core, endpoint, found })),
  ),
].flatMap(({ core, endpoint, found }) =>
  found.map(({ name, body }) => ({ core, endpoint, name, body: body as unknown })),
);

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(createOpenApi())));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('contains every call of the interface', () => {
    const ids = documented.map(({ operationId }) => operationId);
    const missing = Object.keys(endpoints).filter(
      (endpoint) => !ids.includes(DOCUMENTED_AS[endpoint as keyof Endpoints] ?? endpoint) && endpoint !== 'page',
    );
    expect(missing).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('contains exactly the routes of the server', async () => {
    const files = (await readdir(import.meta.dirname)).filter((name) => /^[a-zA-Z]+\.ts$/.test(name));
    const sources = await Promise.all(files.map((name) => readFile(`${import.meta.dirname}/${name}`, 'utf8')));
    const routes = sources
      .flatMap((source) => [...source.matchAll(/\bapp\.(get|post|put|delete|all)(?:<\w+>)?\('([^']*)'/g)])
      .flatMap(([, method = '', path]) =>
        (method === 'all' ? ['get', 'put', 'delete'] : [method]).map((verb) => `${verb.toUpperCase()} ${path}`),
      )
      .filter((route) => route !== 'GET /metrics');
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(routes.toSorted());
  });

  const ajv = new Ajv2020({ strict: false });
  it.each(answers.filter(({ endpoint }) => isJson(endpoint)))(
    'matches the recorded response of core $core to $endpoint: $name',
    ({ endpoint, body }) => {
      const validate = ajv.compile(schemaOf(DOCUMENTED_AS[endpoint as keyof Endpoints] ?? endpoint));
      validate(body);
      expect(validate.errors ?? []).toEqual([]);
    },
  );

  it.each([
    ['processState', { order: 'start', exec: 'running', progress: { fps: '25' } }],
    ['processState', { order: 'begin' }],
    ['login', { access_token: 'a' }],
    ['processes', [{ id: 7 }]],
    ['diskFiles', [{ size_bytes: 1 }]],
    ['config', { config: { rtmp: { enable: 'yes' } } }],
  ])('rejects a wrong response to %s: %j', (endpoint, body) => {
    expect(ajv.compile(schemaOf(endpoint))(body)).toBe(false);
  });

  const input = [{ address: 'testsrc2', options: ['-f', 'lavfi'] }];
  const output = [{ address: '-', options: ['-f', 'null'] }];
  it.each<[string, string, string, object]>([
    ['processAdd', 'POST', '', { id: 'a', input, output, autostart: false }],
    ['processAdd', 'POST', '', { id: 'b', output }],
    ['processAdd', 'POST', '', { id: 'c', input, output: null }],
    ['processAdd', 'POST', '', { input, output, autostart: false }],
    ['processUpdate', 'PUT', '/held', { reconnect: true }],
    ['processUpdate', 'PUT', '/held', { id: 'held', output }],
    ['processUpdate', 'PUT', '/held', { input: 'testsrc2' }],
    ['processCommand', 'PUT', '/held/command', { command: 'stop' }],
    ['processCommand', 'PUT', '/held/command', { command: 'go' }],
  ])('agrees with the core on %s: %s %s %j', async (id, method, path, body) => {
    const { json, token } = await loggedIn();
    await json('POST', '/api/v3/process', { id: 'held', input, output, autostart: false }, token);
    const answer = await json(method, `/api/v3/process${path}`, body, token);
    expect([ajv.compile(bodyOf(id))(body), answer.text]).toEqual([answer.status === 200, answer.text]);
    if (answer.status === 200) expect(ajv.compile(schemaOf(id))(answer.json())).toBe(true);
  });

  it('describes the responses to a file upload', async () => {
    const { ask, token } = await loggedIn();
    const { responses } = Operation.parse(createOpenApi().paths['/api/v3/fs/{storage}/{path}']?.put);
    const write = async () => (await ask('PUT', '/api/v3/fs/disk/a.txt', { token, body: 'a' })).status;
    const statuses = [await write(), await write()];
    expect(Object.keys(responses)).toEqual([...statuses.map(String), 'default']);
  });

  it('is public', async () => {
    const { ask } = await loggedIn();
    const answer = await ask('GET', '/api/v3/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(createOpenApi())));
  });

  it('marks exactly the routes without a token', async () => {
    const { ask } = await loggedIn();
    const open = Object.entries(createOpenApi().paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        z.object({ security: z.array(z.unknown()).optional() }).parse(operation).security?.length === 0
          ? [[method, path] as const]
          : [],
      ),
    );
    expect(open.map(([method, path]) => `${method} ${path}`)).toContain('get /api/v3/widget/process/{id}');
    const closed = ['/api/v3/process', '/api/v3/config', '/api/v3/fs/disk', '/api/v3/metadata'];
    for (const path of closed) expect((await ask('GET', path)).status, path).toBe(401);
    for (const [method, path] of open) {
      const { status, text } = await ask(method.toUpperCase(), path.replace('{id}', 'none'));
      expect([status, text.includes('Missing or invalid JWT token')], path).not.toEqual([401, false]);
    }
  });

  it('matches the responses of a core without a login', async () => {
    const { ask } = await start({ CORE_RTMP_ENABLE: 'true' });
    const simple = documented.filter(({ operationId }) =>
      [
        'about',
        'processes',
        'skills',
        'config',
        'log',
        'getSession',
        'sessionsActive',
        'getMetrics',
        'getFs',
        'diskFiles',
        'metadataAll',
        'rtmp',
        'getOpenapiJson',
      ].includes(operationId),
    );
    expect(simple).toHaveLength(13);
    for (const { operationId } of simple) {
      const [path = ''] = Object.entries(createOpenApi().paths).find(([, methods]) =>
        JSON.stringify(methods).includes(`"operationId":"${operationId}"`),
      ) ?? [''];
      const answer = await ask('GET', path.replace('{storage}', 'disk'));
      expect(answer.status, path).toBe(200);
      const validate = ajv.compile(schemaOf(operationId));
      validate(answer.json());
      expect(validate.errors ?? [], path).toEqual([]);
    }
  });
});
