import { describe, expect, it } from 'vitest';
import { coreEnvironment, interfaceAddress, settingsOf, welcome } from './settings.ts';

const standard = { host: '127.0.0.1', port: 8080, rtmpPort: null };

describe('the settings of `make run`', () => {
  it.each([
    { given: {}, expected: standard },
    { given: { PORT: '', HOST: '' }, expected: standard },
    {
      given: { HOST: '0.0.0.0', PORT: '80', RTMP_PORT: '1936' },
      expected: { host: '0.0.0.0', port: 80, rtmpPort: 1936 },
    },
  ])('accept $given', ({ given, expected }) => expect(settingsOf(given)).toEqual(expected));

  it.each([
    [{ PORT: 'web' }, 'PORT must be a number.'],
    [{ PORT: '70000' }, 'PORT must be 65535 or less.'],
    [{ RTMP_PORT: '0' }, 'RTMP_PORT must be 1 or more.'],
    [{ HOST: 'lan' }, 'HOST must be an IPv4 address, such as 0.0.0.0 for all networks.'],
  ])('reject %j', (input, message) => expect(() => settingsOf(input)).toThrow(message));
});

describe('the environment of the core', () => {
  it('has absolute folders and no user before the registration', () =>
    expect(coreEnvironment({ ...standard, folder: '/tmp/run', ui: '/tmp/dist' })).toEqual({
      CORE_ADDRESS: '127.0.0.1:8080',
      CORE_CONFIGFILE: '/tmp/run/config.json',
      CORE_DB_DIR: '/tmp/run/db',
      CORE_STORAGE_DISK_DIR: '/tmp/run/data',
      CORE_ROUTER_UI_PATH: '/tmp/dist',
    }));

  it('sets an RTMP port only if one is named', () =>
    expect(coreEnvironment({ ...standard, rtmpPort: 1940, folder: '.run', ui: 'dist' })).toMatchObject({
      CORE_RTMP_ADDRESS: '127.0.0.1:1940',
    }));

  it('contains the configured user', () =>
    expect(
      coreEnvironment({ ...standard, folder: '.run', ui: 'dist', user: { name: 'admin', password: 'p' } }),
    ).toMatchObject({ CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: 'admin', CORE_API_AUTH_PASSWORD: 'p' }));
});

it.each([
  ['127.0.0.1', 'http://localhost:8080/ui/'],
  ['0.0.0.0', 'http://localhost:8080/ui/'],
  ['192.168.1.5', 'http://192.168.1.5:8080/ui/'],
])('the address of %s', (host, address) => expect(interfaceAddress({ ...standard, host })).toBe(address));

describe('the welcome message', () => {
  it('names who can reach the interface, including encoders, and how to open it', () =>
    expect(welcome(standard, true)).toBe(`
  http://localhost:8080/ui/

Only this machine can reach it, so OBS and other encoders have to run here, too.
To open the interface, the streams and RTMP to your network, put HOST=0.0.0.0 in front of "make" at the next start.
Ctrl-C stops everything.
`));

  it.each([
    ['0.0.0.0', 'All networks of this machine can reach the interface, the streams and RTMP, without encryption.'],
    ['192.168.1.5', 'The network of 192.168.1.5 can reach the interface, the streams and RTMP, without encryption.'],
  ])('explains what HOST=%s opens', (host, line) => expect(welcome({ ...standard, host }, true)).toContain(line));

  it('warns as long as there is no user', () =>
    expect(welcome({ ...standard, host: '0.0.0.0' }, false)).toContain(
      'From other machines, open it at the address of this one.\nNo account exists yet: the first visitor creates the administrator account.\n',
    ));
});
