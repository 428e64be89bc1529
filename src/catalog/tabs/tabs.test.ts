import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import type { Kind, SettingsDraft } from './define.ts';
import { changesOf, faultsOf, fieldsOf, tabContextOf } from './edit.ts';
import { tabs, tabsFor } from './index.ts';
import { kinds } from './kinds.ts';
import { placeRefusals, withoutField } from './refusals.ts';

/** The parts of a first start's config that these tabs are about, as core 16.14 answers it. */
const first = {
  version: 3,
  address: ':8080',
  host: { name: [], auto: false },
  tls: { address: ':8181', enable: false, auto: false, email: 'cert@datarhei.com', cert_file: '', key_file: '' },
  rtmp: { enable: false, enable_tls: false, address: ':1935', address_tls: ':1936', app: '/', token: '' },
  sessions: { enable: true, max_bitrate_mbit: 0, max_sessions: 0 },
};
const configOf = (changed: object) => Config.parse({ ...first, ...changed });
const withDomain = { host: { name: ['live.example.org'] } };
const withTls = { ...withDomain, tls: { ...first.tls, enable: true, auto: true } };

const at = (edits: SettingsDraft, config = configOf({}), overrides: string[] = []) =>
  tabContextOf(tabs, { config, overrides }, edits);
const lockedAt = (path: string, situation: ReturnType<typeof at>) =>
  fieldsOf(tabs, situation)
    .find((field) => field.path === path)
    ?.locked?.(situation) ?? null;

describe('kinds', () => {
  it.each<[Kind, unknown, string | boolean, string | boolean, unknown]>([
    // kind, stored, shown, typed, sent
    ['flag', true, true, false, false],
    ['text', 'a', 'a', ' b ', 'b'],
    ['secret', ' s ', ' s ', ' t', ' t'],
    ['whole', 5, '5', '', 0],
    ['whole', 0, '0', ' 12 ', 12],
    ['port', ':8080', '8080', '9090', ':9090'],
    ['port', ':8080', '8080', ' 0080 ', ':80'],
    ['port', '10.0.0.5:8080', '8080', '9090', '10.0.0.5:9090'],
    ['port', '[::1]:8080', '8080', '9090', '[::1]:9090'],
    ['port', '', '', '1', ':1'],
    ['commas', ['a.org', 'b.org'], 'a.org, b.org', ' c.org,, d.org ,', ['c.org', 'd.org']],
    ['commas', undefined, '', '', []],
    ['lines', ['127.0.0.1/32'], '127.0.0.1/32', '\n ::1/128\n\n', ['::1/128']],
  ])('%s: %j is shown as %j; %j is sent as %j', (kind, stored, shown, typed, sent) => {
    expect(kinds[kind].read(stored)).toBe(shown);
    expect(kinds[kind].parse(typed, stored)).toEqual(sent);
    expect(kinds[kind].fault(typed)).toBeNull();
  });

  it.each<[Kind, string]>([
    ['whole', '1.5'],
    ['whole', '-1'],
    ['whole', 'many'],
    ['port', ''],
    ['port', '0'],
    ['port', '65536'],
    ['port', '1935/tcp'],
  ])('%s: %j is refused', (kind, typed) => expect(kinds[kind].fault(typed)).toEqual(expect.any(String)));
});

describe('all tabs', () => {
  it('have each path once, and belong to the owner of its errors', () => {
    const all = fieldsOf(tabs, { config: configOf({}) }).map(({ path }) => path);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(tabs.map(({ id }) => id)).size).toBe(tabs.length);
  });

  it('are open to everybody but those of experts and of the service', () => {
    expect(tabsFor({ expert: true, service: true })).toEqual(tabs);
    expect(tabsFor({ expert: false, service: false })).toEqual(tabs.filter(({ shown }) => shown === 'always'));
  });

  it('find nothing wrong with a first start, and send nothing of it', () => {
    expect(faultsOf(tabs, at({}))).toEqual({});
    expect(changesOf(tabs, at({}))).toEqual({});
  });
});

describe('what is sent', () => {
  it.each<[string, SettingsDraft, object, string[], object]>([
    ['one port', { address: '9090' }, {}, [], { address: ':9090' }],
    ['nothing when it says the same', { address: '08080 ', 'rtmp.app': '', 'host.name': ' , ' }, {}, [], {}],
    ['nothing that the environment fixes', { address: '9090' }, {}, ['address'], {}],
    ['an app with its slash', { 'rtmp.app': 'live' }, {}, [], { rtmp: { app: '/live' } }],
    ['limits as numbers', { 'sessions.max_sessions': '3' }, {}, [], { sessions: { max_sessions: 3 } }],
    [
      'TLS with automatic certificates',
      { 'host.name': 'live.example.org', 'tls.auto': true },
      {},
      [],
      { host: { name: ['live.example.org'] }, tls: { auto: true, enable: true } },
    ],
    [
      'no switch of TLS that runs with files, when something else changed',
      { 'tls.address': '8443' },
      { tls: { ...first.tls, enable: true, cert_file: 'c', key_file: 'k' } },
      [],
      { tls: { address: ':8443' } },
    ],
    ['RTMP', { 'rtmp.enable': true }, {}, [], { rtmp: { enable: true, enable_tls: false } }],
    [
      'RTMP beside RTMPS from core 16.9 on',
      { 'rtmp.enable_tls': true },
      withTls,
      [],
      { rtmp: { enable: true, enable_tls: true } },
    ],
    [
      'RTMPS alone to an older core',
      { 'rtmp.enable_tls': true },
      { ...withTls, version: 1 },
      [],
      { rtmp: { enable: false, enable_tls: true } },
    ],
    [
      'RTMPS only, while the environment keeps RTMP on',
      { 'rtmp.enable_tls': true },
      { ...withTls, rtmp: { ...first.rtmp, enable: true } },
      ['rtmp.enable'],
      { rtmp: { enable_tls: true } },
    ],
  ])('%s', (_, edits, config, overrides, expected) =>
    expect(changesOf(tabs, at(edits, configOf(config), overrides))).toEqual(expected),
  );
});

describe('what is wrong', () => {
  it.each<[string, SettingsDraft, object, string[]]>([
    ['an impossible port', { 'rtmp.address': '99999' }, {}, ['rtmp.address']],
    ['a number as a domain', { 'tls.auto': true, 'host.name': '10.0.0.5' }, {}, ['host.name']],
    ['an address as a domain', { 'tls.auto': true, 'host.name': 'a.org, https://b.org' }, {}, ['host.name']],
    ['a port at a domain', { 'tls.auto': true, 'host.name': 'a.org:80' }, {}, ['host.name']],
    ['no domain', { 'tls.auto': true }, {}, ['host.name']],
    [
      'RTMPS whose TLS goes',
      { 'tls.auto': false },
      { ...withTls, rtmp: { ...first.rtmp, enable: true, enable_tls: true } },
      ['rtmp.enable_tls'],
    ],
    ['one port for two', { 'rtmp.enable': true, 'rtmp.address': '8080' }, {}, ['address', 'rtmp.address']],
    [
      'one port for RTMP and RTMPS',
      { 'rtmp.enable_tls': true, 'rtmp.address_tls': '1935' },
      withTls,
      ['rtmp.address', 'rtmp.address_tls'],
    ],
  ])('%s', (_, edits, config, paths) =>
    expect(Object.keys(faultsOf(tabs, at(edits, configOf(config))))).toEqual(paths),
  );

  it.each<[string, SettingsDraft, object]>([
    ['a domain that begins with a digit', { 'tls.auto': true, 'host.name': '4.example.org, cam1.example.org' }, {}],
    ['a number as a name without certificates', { 'host.name': '10.0.0.5' }, {}],
    ['the port of a server that is off', { 'rtmp.address': '8080' }, {}],
    [
      'one port on two addresses',
      { 'rtmp.enable': true },
      { address: '10.0.0.5:1935', rtmp: { ...first.rtmp, address: '127.0.0.1:1935' } },
    ],
  ])('not: %s', (_, edits, config) => expect(faultsOf(tabs, at(edits, configOf(config)))).toEqual({}));

  it('not: what only the environment could correct', () =>
    expect(
      faultsOf(tabs, at({ 'rtmp.enable': true }, configOf({ address: ':1935' }), ['address', 'rtmp.address'])),
    ).toEqual({}));
});

describe('what cannot be changed now', () => {
  it.each<[string, string, SettingsDraft, object, boolean]>([
    ['certificates without a domain', 'tls.auto', {}, {}, true],
    ['certificates with a domain', 'tls.auto', { 'host.name': 'a.org' }, {}, false],
    ['certificates that are on', 'tls.auto', { 'host.name': '' }, withTls, false],
    ['the HTTPS port without HTTPS', 'tls.address', {}, {}, true],
    ['the HTTPS port', 'tls.address', {}, withTls, false],
    ['the RTMP port of no server', 'rtmp.address', {}, {}, true],
    ['the RTMP port', 'rtmp.address', { 'rtmp.enable': true }, {}, false],
    ['RTMPS beside RTMP', 'rtmp.enable_tls', { 'rtmp.enable': true }, withTls, true],
    ['RTMP beside RTMPS', 'rtmp.enable', { 'rtmp.enable_tls': true }, withTls, true],
    ['RTMPS without TLS', 'rtmp.enable_tls', {}, {}, true],
    ['RTMPS', 'rtmp.enable_tls', {}, withTls, false],
    ['the RTMPS port', 'rtmp.address_tls', { 'rtmp.enable_tls': true }, withTls, false],
  ])('%s', (_, path, edits, config, locked) =>
    expect(lockedAt(path, at(edits, configOf(config))) !== null).toBe(locked),
  );

  it('RTMPS may be chosen beside an RTMP that the environment keeps on', () => {
    const config = configOf({ ...withTls, rtmp: { ...first.rtmp, enable: true } });
    expect(lockedAt('rtmp.enable_tls', at({}, config, ['rtmp.enable']))).toBeNull();
  });
});

it('RTMPS of a core that runs both is shown as RTMPS alone', () => {
  const { draft } = at({}, configOf({ ...withTls, rtmp: { ...first.rtmp, enable: true, enable_tls: true } }));
  expect(draft).toMatchObject({ 'rtmp.enable': false, 'rtmp.enable_tls': true });
});

it('a core of version 1 has no RTMPS port', () =>
  expect(fieldsOf(tabs, { config: configOf({ version: 1 }) }).map(({ path }) => path)).not.toContain(
    'rtmp.address_tls',
  ));

describe('refusals of the core', () => {
  const refused = {
    'rtmp.address': ['the port must be numerical'],
    'tls.enable': ['tls.certfile and tls.keyfile must be set'],
    'tls.cert_file': ['c does not exist'],
    'sessions.ip_ignorelist': ['invalid CIDR address: x'],
  };

  it('stand at their field, else at their tab, else on top', () =>
    expect(placeRefusals(tabs, refused)).toEqual({
      fields: { 'rtmp.address': 'The port must be numerical', 'tls.auto': 'Tls.certfile and tls.keyfile must be set' },
      tabs: { network: ['tls.cert_file: C does not exist'] },
      elsewhere: ['sessions.ip_ignorelist: Invalid CIDR address: x'],
    }));

  it('go with the change of their field', () =>
    expect(Object.keys(withoutField(tabs, refused, 'tls.auto'))).toEqual([
      'rtmp.address',
      'tls.cert_file',
      'sessions.ip_ignorelist',
    ]));
});
