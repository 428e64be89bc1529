import { expect, it } from 'vitest';
import { start, until } from '../../harness/test/core/testing.ts';
import { readAcmeSettings, readAgentRun, readPushMbytes, readTrustedProxies, TRUSTED_PROXIES } from './environment.ts';

it.each([
  [undefined, TRUSTED_PROXIES],
  ['', TRUSTED_PROXIES],
  [' , ', TRUSTED_PROXIES],
  ['192.168.1.5', ['192.168.1.5/32']],
  ['10.0.0.0/8, fd00::1', ['10.0.0.0/8', 'fd00::1/128']],
])('CORE_TRUSTED_PROXIES=%j trusts %j', (value, networks) =>
  expect(readTrustedProxies({ CORE_TRUSTED_PROXIES: value })).toEqual(networks),
);

it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', 'all', '10.0.0.1, x'])(
  'CORE_TRUSTED_PROXIES=%j is rejected with the name of the variable',
  (value) =>
    expect(() => readTrustedProxies({ CORE_TRUSTED_PROXIES: value })).toThrow(/^bad value of CORE_TRUSTED_PROXIES: /),
);

it.each([
  [undefined, '203.0.113.9'],
  ['192.168.1.5', '127.0.0.1'],
])('a core with CORE_TRUSTED_PROXIES=%j logs the client of a local proxy as %s', async (value, client) => {
  const { ask, core } = await start(value === undefined ? {} : { CORE_TRUSTED_PROXIES: value });
  await ask('GET', '/api/v3/nothing', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  const line = await until(
    async () => core.log.lines().find((line) => line.includes('/nothing')),
    (found) => found !== undefined,
  );
  expect(line).toContain(`client="${client}"`);
});

it.each([
  [{}, { directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory', httpPort: 80, caFile: null }],
  [
    { CORE_ACME_DIRECTORY: 'https://ca.lan:9000/acme', CORE_ACME_HTTP_PORT: '5002', CORE_ACME_CA_FILE: '/ca.pem' },
    { directoryUrl: 'https://ca.lan:9000/acme', httpPort: 5002, caFile: '/ca.pem' },
  ],
])('the variables %j select the authority %j', (environment, settings) =>
  expect(readAcmeSettings(environment)).toEqual(settings),
);

it.each([
  ['CORE_ACME_DIRECTORY', 'ca.lan'],
  ['CORE_ACME_DIRECTORY', 'http://ca.lan/'],
  ['CORE_ACME_HTTP_PORT', '0'],
  ['CORE_ACME_HTTP_PORT', '65536'],
  ['CORE_ACME_HTTP_PORT', '80a'],
])('%s=%j is rejected with the name of the variable', (name, value) =>
  expect(() => readAcmeSettings({ [name]: value })).toThrow(new RegExp(`^bad value of ${name}: `)),
);

const PUSH_SIZE = 'CORE_STORAGE_MEMORY_PUSH_MAX_SIZE_MBYTES';

it.each([
  [undefined, null],
  ['', null],
  ['1', 1],
  ['2048', 2048],
])('a push limit of %j MB is read as %j', (value, mbytes) =>
  expect(readPushMbytes({ [PUSH_SIZE]: value })).toBe(mbytes),
);

it.each(['0', '-1', '1.5', '64 MB', '1e3', '9999999999'])(
  'a push limit of %j MB is rejected with the name of the variable',
  (value) => expect(() => readPushMbytes({ [PUSH_SIZE]: value })).toThrow(`bad value of ${PUSH_SIZE}: `),
);

it('a push gets at most a quarter of a limited memory', async () => {
  const channel = '11111111-2222-4333-8444-555555555555';
  const { ask } = await start({
    CORE_STORAGE_MEMORY_MAX_SIZE_MBYTES: '400',
    CORE_STORAGE_MEMORY_AUTH_PASSWORD: 'storage-password',
  });
  const headers = { Authorization: `Basic ${btoa('admin:storage-password')}` };
  const put = async (file: string, mbytes: number) =>
    (await ask('PUT', `/memfs/ingest/${channel}${file}`, { headers, body: Buffer.alloc(mbytes * 1024 * 1024) })).status;
  expect([await put('_1.ts', 60), await put('_2.ts', 40), await put('_3.ts', 1)]).toEqual([201, 201, 400]);
});

it.each([
  [undefined, 'always', 0],
  ['', 'always', 0],
  ['always', 'always', 0],
  ['needed', 'needed', 0],
  ['never', 'always', 1],
  ['NEEDED', 'always', 1],
])('SLUICE_AGENT_RUN=%j runs the agent %s, with %s warnings', (value, run, warnings) => {
  const printed: string[] = [];
  expect(readAgentRun({ SLUICE_AGENT_RUN: value }, (text) => printed.push(text))).toBe(run);
  expect(printed.length).toBe(warnings);
});
