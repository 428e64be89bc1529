import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { busyPercentIn, megabytesIn, readAgentSettings } from './agentSettings.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const writeFile = (text: string) => {
  const path = join(folder, `${files++}`);
  writeFileSync(path, text);
  return path;
};

const config = (auth: object) =>
  writeFile(JSON.stringify({ version: 3, id: 'x', api: { auth: { jwt: {}, ...auth } } }));
const stored = { enable: true, username: 'admin', password: 'secret' };

describe('the address of the core', () => {
  it.each([
    [{}, 'http://127.0.0.1:8080'],
    [{ SLUICE_AGENT_CORE: '' }, 'http://127.0.0.1:8080'],
    [{ CORE_ADDRESS: ':9090' }, 'http://127.0.0.1:9090'],
    [{ CORE_ADDRESS: '0.0.0.0:9090' }, 'http://127.0.0.1:9090'],
    [{ CORE_ADDRESS: '[::]:9090' }, 'http://127.0.0.1:9090'],
    [{ CORE_ADDRESS: '192.0.2.1:9090' }, 'http://192.0.2.1:9090'],
    [{ CORE_ADDRESS: '9090' }, 'http://127.0.0.1:9090'],
    [{ SLUICE_AGENT_CORE: 'http://core:8080/', CORE_ADDRESS: ':1' }, 'http://core:8080'],
    [{ SLUICE_AGENT_CORE: 'https://live.example/core/' }, 'https://live.example/core'],
  ])('from %j is %s', (environment, address) => {
    expect(readAgentSettings(environment).core).toBe(address);
  });

  it.each(['core:8080', 'core', 'ftp://core', 'http://admin:secret@core', 'http://', 'http://core?x=1'])(
    'rejects %s',
    (address) => {
      expect(() => readAgentSettings({ SLUICE_AGENT_CORE: address })).toThrow('is no address of a core');
    },
  );
});

it.each([
  [{}, null],
  [{ SLUICE_AGENT_DATA: '' }, null],
  [{ SLUICE_AGENT_DATA: '/agent/data' }, '/agent/data'],
])('the data folder from %j is %s', (environment, folder) => {
  expect(readAgentSettings(environment).folder).toBe(folder);
});

describe('the listening address of the API', () => {
  it.each([
    [{}, null],
    [{ SLUICE_AGENT_LISTEN: '' }, null],
    [{ SLUICE_AGENT_LISTEN: '127.0.0.1:8090' }, { host: '127.0.0.1', port: 8090 }],
    [{ SLUICE_AGENT_LISTEN: ':8090' }, { host: '', port: 8090 }],
    [{ SLUICE_AGENT_LISTEN: '[::1]:8090' }, { host: '::1', port: 8090 }],
    [{ SLUICE_AGENT_LISTEN: 'agent.local:0' }, { host: 'agent.local', port: 0 }],
  ])('from %j is %j', (environment, listen) => {
    expect(readAgentSettings(environment).listen).toEqual(listen);
  });

  it.each(['8090', 'http://127.0.0.1:8090', '127.0.0.1', '127.0.0.1:', ':65536', '::1:8090', 'a b:1', ':-1'])(
    'rejects %s',
    (address) => {
      expect(() => readAgentSettings({ SLUICE_AGENT_LISTEN: address })).toThrow('is no address with a port');
    },
  );
});

describe('the login of an agent', () => {
  const login = { username: 'admin', password: 'secret' };
  it.each([
    ['the config of the core', { CORE_CONFIGFILE: config(stored) }, login],
    [
      'two files',
      { SLUICE_AGENT_USER_FILE: writeFile('admin\n'), SLUICE_AGENT_PASSWORD_FILE: writeFile('secret\r\n') },
      login,
    ],
    [
      'two files before the config',
      {
        ...{ CORE_CONFIGFILE: config({ ...stored, password: 'other' }), SLUICE_AGENT_USER_FILE: writeFile('admin') },
        SLUICE_AGENT_PASSWORD_FILE: writeFile('secret'),
      },
      login,
    ],
    [
      'the variables of the core, which win over its config',
      { CORE_CONFIGFILE: config({ ...stored, password: 'old' }), CORE_API_AUTH_PASSWORD: 'secret' },
      login,
    ],
    ['a core without a login', { CORE_CONFIGFILE: config({ ...stored, enable: false }) }, null],
    ['a config of a first start', { CORE_CONFIGFILE: writeFile('{ "version": 3, "rtmp": {} }') }, null],
  ])('is read from %s', (_, environment, credentials) => {
    expect(readAgentSettings(environment).credentials()).toEqual(credentials);
  });

  it.each([
    ['no config', { CORE_CONFIGFILE: join(folder, 'absent') }, /cannot read .*absent \(ENOENT\)/],
    ['half a config', { CORE_CONFIGFILE: writeFile('{"api": {') }, /is no config of a core/],
    ['only one of two files', { SLUICE_AGENT_USER_FILE: writeFile('admin') }, /belong together/],
    [
      'a file that is not there',
      { SLUICE_AGENT_USER_FILE: writeFile('admin'), SLUICE_AGENT_PASSWORD_FILE: join(folder, 'absent') },
      /cannot read .*absent/,
    ],
  ])('fails with %s, without a secret in the message', (_, environment, message) => {
    const read = readAgentSettings(environment);
    expect(read.credentials).toThrow(message);
    expect(read.credentials).not.toThrow('secret');
  });
});

describe('the disk quota of an agent', () => {
  it.each([
    ['', 200],
    ['20', 20],
    ['2000', 2000],
  ])('from "%s" is %d MB', (text, megabytes) => {
    expect(megabytesIn({ SLUICE_AGENT_DATA_MB: text })).toBe(megabytes);
  });

  it.each(['19', '2001', '-20', '1e3', '0x20', '20.5', '200 MB', 'all'])('rejects "%s"', (text) => {
    expect(() => megabytesIn({ SLUICE_AGENT_DATA_MB: text })).toThrow('from 20 to 2000');
  });
});

describe('the load above which an agent makes no looks', () => {
  it.each([
    ['', 90],
    ['10', 10],
    ['100', 100],
  ])('from "%s" is %d %', (text, percent) => {
    expect(busyPercentIn({ SLUICE_AGENT_LOOKS_CPU: text })).toBe(percent);
  });

  it.each(['9', '101', '-20', '5e1', '90 %', 'none'])('rejects "%s"', (text) => {
    expect(() => busyPercentIn({ SLUICE_AGENT_LOOKS_CPU: text })).toThrow('from 10 to 100');
  });
});
