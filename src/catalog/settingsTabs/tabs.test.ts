import { describe, expect, it } from 'vitest';
import { Config } from '../../api/answers/config.ts';
import recorded from '../../api/fixtures/answers.json' with { type: 'json' };
import { disabledReason, isLocked, isShown } from '../form/evaluateFields.ts';
import * as fields from '../form/fields.ts';
import { isSwitchedOn, valueAt } from '../form/fieldValues.ts';
import { assignRefusals, dropFieldRefusals } from './assignRefusals.ts';
import { settingsTabs, shownSettingsTabs } from './index.ts';
import { adaptTabFields, dirtyPaths, settingsChanges, settingsFaults, settingsTabForm } from './settingsFormValues.ts';
import { type SettingsDraft, type SettingsTab, type TabContext, withConfig } from './settingsTabTypes.ts';

/** Part of the config of core 16.14 after its first start. */
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

const certified = { 'tls.auto': true, 'tls.email': 'me@example.org' };

const at = (edits: SettingsDraft, config = configOf({}), overrides: string[] = []) =>
  settingsTabForm(settingsTabs, { config, overrides }, edits);
const reasonAt = (path: string, form: ReturnType<typeof at>) => {
  const field = settingsTabs.map((tab) => adaptTabFields(tab, form)[path]).find((found) => found !== undefined);
  if (!field) throw new Error(`no field ${path}`);
  return disabledReason(field, form.settings);
};
const paths = (tabs: readonly SettingsTab[]) => tabs.flatMap((tab) => Object.keys(tab.fields));

describe('all settings tabs', () => {
  const members = settingsTabs.flatMap((tab) => Object.entries(tab.fields));

  it('have unique paths and ids, and each owns a part of the config', () => {
    const all = paths(settingsTabs);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(settingsTabs.map(({ id }) => id)).size).toBe(settingsTabs.length);
    expect(settingsTabs.filter(({ owns }) => owns.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('name what the config of a core has', () => {
    const coreConfig = { ...recorded.config[0]?.body.config };
    const simple = members.filter(([, { kind, browserKey, config }]) => {
      const reads = kind !== 'pair' && kind !== 'panel' && browserKey === undefined;
      return reads && config?.reads === undefined;
    });
    expect(
      simple.map(([path]) => path).filter((path) => valueAt(coreConfig, path) === undefined),
      'no recorded core has these: correct the path, or say with `withConfig` what the field `reads`',
    ).toEqual([]);
  });

  it('own the part of the config that each field is in', () => {
    const owned = settingsTabs.flatMap(({ owns }) => owns);
    const stored = members.filter(([, { kind, browserKey, config }]) => {
      const isStored = kind !== 'pair' && kind !== 'panel' && browserKey === undefined;
      return isStored && config?.last === undefined;
    });
    expect(
      stored.map(([path]) => path).filter((path) => !owned.some((part) => `${path}.`.startsWith(`${part}.`))),
      'add the first word of these to `owns` of a tab: there the errors of the core are shown',
    ).toEqual([]);
  });

  it('cover passwords and keys', () => {
    const open = members.filter(([, { kind }]) => kind !== 'secret').map(([path]) => path);
    expect(
      open.filter((path) => /passw|passphrase|token$|secret$/.test(path)),
      'make these a `secret`',
    ).toEqual([]);
  });

  it('pair fields that there are in the tabs', () => {
    const paired = members.flatMap(([, field]) => (field.kind === 'pair' ? field.of : []));
    expect(paths(settingsTabs)).toEqual(expect.arrayContaining(paired));
  });

  it('offer their defaults among the options', () => {
    for (const [, field] of members) {
      if (field.kind !== 'select' && field.kind !== 'multiselect') continue;
      expect(field.options.map(({ value }) => value)).toEqual(expect.arrayContaining([field.default].flat()));
    }
  });

  it.each([
    ['reports-nothing', /^(update_check|service\.)/],
    ['no-disk-cache', /^storage\.disk\.cache\./],
    ['no-srt-server', /^srt\./],
  ])('hide what the core lacks: %s', (extension, absent) => {
    const input = { expert: true, releases: true, edits: {}, config: configOf({ srt: {} }) };
    const shown = (extensions: string[]) => paths(shownSettingsTabs({ ...input, extensions }));
    expect(shown([]).filter((path) => absent.test(path))).not.toEqual([]);
    expect(shown([extension])).toEqual(shown([]).filter((path) => !absent.test(path)));
  });

  it('hide the switch for updates without a release server', () => {
    const input = { expert: true, edits: {}, config: configOf({}) };
    const shown = (releases: boolean) => paths(shownSettingsTabs({ ...input, releases }));
    expect(shown(true)).toContain('updates');
    expect(shown(false)).toEqual(shown(true).filter((path) => path !== 'updates'));
  });

  it('disappear when they have no field left', () => {
    const input = { expert: true, releases: true, edits: {}, config: configOf({ srt: {} }) };
    const ids = shownSettingsTabs({ ...input, extensions: ['no-srt-server'] }).map(({ id }) => id);
    expect(ids).toEqual(settingsTabs.map(({ id }) => id).filter((id) => id !== 'srt'));
  });

  it('are shown to everybody except those for experts', () => {
    const config = configOf({ srt: {} });
    expect(shownSettingsTabs({ expert: true, releases: true, edits: {}, config })).toEqual(settingsTabs);
    expect(shownSettingsTabs({ expert: false, releases: true, edits: {}, config })).toEqual(
      settingsTabs.filter(({ shown }) => shown === 'always'),
    );
  });

  it('show the hosted service to experts, or if the core is connected to it', () => {
    const idsOf = (expert: boolean, enable: boolean) =>
      shownSettingsTabs({ expert, releases: false, edits: {}, config: configOf({ service: { enable } }) }).map(
        ({ id }) => id,
      );
    expect([idsOf(false, false), idsOf(true, false), idsOf(false, true)].map((ids) => ids.includes('service'))).toEqual(
      [false, true, true],
    );
  });

  it.each<[string, SettingsDraft, object]>([
    ['alone', {}, { log: { level: 'debug' }, version: 3 }],
    ['with other changes', { name: 'Hall' }, { name: 'Hall', log: { level: 'debug' }, version: 3 }],
    [
      'with another change of the same group',
      { 'log.max_lines': '77' },
      { log: { level: 'debug', max_lines: 77 }, version: 3 },
    ],
    ['over another change of the same setting', { 'log.level': 'error' }, { log: { level: 'debug' }, version: 3 }],
  ])('send a custom configuration while the service is not connected: %s', (_, edits, body) =>
    expect(
      settingsChanges(settingsTabs, at({ ...edits, coreconfig: '{"log":{"level":"debug"},"version":3}' })),
    ).toEqual(body),
  );

  it.each<[string, string, string[]]>([
    ['a list', '[1]', []],
    ['a number', '7', []],
    ['invalid JSON', '{a', []],
    ['settings fixed by the environment of the core', '{"log":{"level":"debug"}}', ['log.level']],
    ['a group with settings fixed by the environment', '{"log":{"level":"debug","topics":[]}}', ['log.topics']],
  ])('reject %s as a custom configuration', (_, coreconfig, overrides) => {
    const form = settingsTabForm(settingsTabs, { config: configOf({}), overrides }, { coreconfig });
    expect(Object.keys(settingsFaults(settingsTabs, form))).toEqual(['coreconfig']);
  });

  it('require a token only to connect to the hosted service', () => {
    expect(settingsFaults(settingsTabs, at({ name: 'Hall', coreconfig: '{}' }))).toEqual({});
    expect(settingsFaults(settingsTabs, at({ 'service.enable': true }))).toEqual({
      'service.token': expect.anything(),
    });
  });

  it('are not hidden while one of their fields is changed', () => {
    const edits = { 'log.level': 'debug' };
    const ids = shownSettingsTabs({ expert: false, releases: true, edits, config: configOf({}) }).map(({ id }) => id);
    expect(ids).toContain('logging');
    expect(ids).not.toContain('storage');
  });

  it('disappear for a server that the core lacks', () => {
    expect(
      shownSettingsTabs({ expert: true, releases: true, edits: {}, config: configOf({}) }).map(({ id }) => id),
    ).not.toContain('srt');
  });

  it('report no faults and no changes after a first start', () => {
    expect(settingsFaults(settingsTabs, at({}))).toEqual({});
    expect(settingsChanges(settingsTabs, at({}))).toEqual({});
  });
});

describe('the request body of a save', () => {
  it.each<[string, SettingsDraft, object, string[], object]>([
    ['one port', { address: '9090' }, {}, [], { address: ':9090' }],
    ['nothing if the value is equal', { address: '08080 ', 'rtmp.app': '', 'host.name': ' , ' }, {}, [], {}],
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
      'no TLS switch if TLS runs with files and something else changed',
      { 'tls.address': '8443' },
      { tls: { ...first.tls, enable: true, cert_file: 'c', key_file: 'k' } },
      [],
      { tls: { address: ':8443' } },
    ],
    ['RTMP', { 'rtmp.enable': true }, {}, [], { rtmp: { enable: true, enable_tls: false } }],
    [
      'RTMP with RTMPS from core 16.9 on',
      { 'rtmp.enable_tls': true },
      withTls,
      [],
      { rtmp: { enable: true, enable_tls: true } },
    ],
    [
      'RTMPS to an older core, which has no server at all without RTMP',
      { 'rtmp.enable_tls': true },
      { ...withTls, version: 1 },
      [],
      { rtmp: { enable: true, enable_tls: true } },
    ],
    [
      'RTMPS only, while the environment keeps RTMP on',
      { 'rtmp.enable_tls': true },
      { ...withTls, rtmp: { ...first.rtmp, enable: true } },
      ['rtmp.enable'],
      { rtmp: { enable_tls: true } },
    ],
  ])('has %s', (_, edits, config, overrides, expected) =>
    expect(settingsChanges(settingsTabs, at(edits, configOf(config), overrides))).toEqual(expected),
  );
});

const secured = { api: { auth: { enable: true, username: 'admin', password: 'short' } } };

describe('the request body of a save of other tabs', () => {
  const base = { storage: { cors: { origins: ['https://a.org'] } } };
  it.each<[string, SettingsDraft, object, string[], object]>([
    [
      'a password',
      { 'api.auth.password': 'a new one, 1' },
      secured,
      [],
      { api: { auth: { password: 'a new one, 1' } } },
    ],
    [
      'websites, by lines and commas',
      { 'storage.cors.allow_all': false, 'storage.cors.origins': 'https://a.org, https://b.org\nhttp://c.org' },
      { storage: { cors: { origins: ['*'] } } },
      [],
      { storage: { cors: { origins: ['https://a.org', 'https://b.org', 'http://c.org'] } } },
    ],
    ['all websites', { 'storage.cors.allow_all': true }, base, [], { storage: { cors: { origins: ['*'] } } }],
    ['no websites that the environment fixes', { 'storage.cors.allow_all': true }, base, ['storage.cors.origins'], {}],
    [
      'an unchanged star in a list, with one more entry',
      { 'storage.cors.origins': '*\nhttps://a.org\nhttps://b.org' },
      { storage: { cors: { origins: ['*', 'https://a.org'] } } },
      [],
      { storage: { cors: { origins: ['*', 'https://a.org', 'https://b.org'] } } },
    ],
    [
      'a limit of the disk',
      { 'storage.disk.max_size_mbytes': '500' },
      {},
      [],
      { storage: { disk: { max_size_mbytes: 500 } } },
    ],
    [
      'an empty limit as no limit',
      { 'sessions.max_sessions': '' },
      { sessions: { max_sessions: 4 } },
      [],
      { sessions: { max_sessions: 0 } },
    ],
    [
      'SRT',
      { 'srt.enable': true, 'srt.address': '6001' },
      { srt: { enable: false, address: ':6000' } },
      [],
      { srt: { enable: true, address: ':6001' } },
    ],
    ['a level', { 'log.level': 'debug' }, { log: { level: 'info' } }, [], { log: { level: 'debug' } }],
    ['metrics', { update_check: false }, { update_check: true }, [], { update_check: false }],
  ])('has %s', (_, edits, config, overrides, expected) =>
    expect(settingsChanges(settingsTabs, at(edits, configOf(config), overrides))).toEqual(expected),
  );
});

const ignoring = (range: string): [string, Readonly<Record<string, string>>, object, string[]] => [
  `the network ${range}`,
  { 'sessions.ip_ignorelist': range },
  {},
  ['sessions.ip_ignorelist'],
];

describe('the faults of a settings form', () => {
  it.each<[string, SettingsDraft, object, string[]]>([
    ['an impossible port', { 'rtmp.address': '99999' }, {}, ['rtmp.address']],
    ['a number as a domain', { ...certified, 'host.name': '10.0.0.5' }, {}, ['host.name']],
    ['an address as a domain', { ...certified, 'host.name': 'a.org, https://b.org' }, {}, ['host.name']],
    ['a port at a domain', { ...certified, 'host.name': 'a.org:80' }, {}, ['host.name']],
    ['a pattern as a domain', { ...certified, 'host.name': '*.a.org' }, {}, ['host.name']],
    ['a name of the local network as a domain', { ...certified, 'host.name': 'studio' }, {}, ['host.name']],
    ['no domain', certified, {}, ['host.name']],
    ['no e-mail address', { ...certified, 'host.name': 'a.org', 'tls.email': 'me' }, {}, ['tls.email']],
    ['port 80 used by another server', { 'tls.address': '80' }, withTls, ['tls.address']],
    ['certificates without an email address', { 'tls.auto': true, 'host.name': 'a.org' }, {}, ['tls.email']],
    [
      'RTMPS when TLS is switched off',
      { 'tls.auto': false },
      { ...withTls, rtmp: { ...first.rtmp, enable: true, enable_tls: true } },
      ['rtmp.enable_tls'],
    ],
    ['a short password', { 'api.auth.password': 'seven77' }, secured, ['api.auth.password']],
    ['a password that everybody tries', { 'api.auth.password': 'Admin1234' }, secured, ['api.auth.password']],
    ['a password that is set already', {}, secured, []],
    ['no other password', { 'api.auth.password': '' }, secured, []],
    ['no username', { 'api.auth.username': ' ' }, secured, ['api.auth.username']],
    ['a login without anybody', { 'api.auth.enable': true }, {}, ['api.auth.username', 'api.auth.password']],
    [
      'no website',
      { 'storage.cors.allow_all': false },
      { storage: { cors: { origins: ['*'] } } },
      ['storage.cors.origins'],
    ],
    [
      'a name as a website',
      { 'storage.cors.origins': 'a.org' },
      { storage: { cors: { origins: [] } } },
      ['storage.cors.origins'],
    ],
    ['an address without its length', { 'sessions.ip_ignorelist': '10.0.0.1' }, {}, ['sessions.ip_ignorelist']],
    ['an impossible network', { 'sessions.ip_ignorelist': '10.0.0.256/8\n::1/129' }, {}, ['sessions.ip_ignorelist']],
    ...['10.1/16', '010.0.0.0/8', '0x0a.0.0.0/8', '1234/8', 'fade/8', '10.0.0.0/8/8', '10.0.0.0/33'].map(ignoring),
    ...[':::/64', '::12345/64', 'fe80::1%eth0/64', '::1]@[::2/64', '1:2/64', '10.0.0.0/-1'].map(ignoring),
    ['IPv4 in IPv6', { 'sessions.ip_ignorelist': '::ffff:10.0.0.0/104' }, {}, []],
    ['networks', { 'sessions.ip_ignorelist': '10.0.0.0/8\n::1/128, fd00::/8' }, {}, []],
    ['viewers that time out at once', { 'sessions.session_timeout_sec': '0' }, {}, ['sessions.session_timeout_sec']],
    ['a short passphrase', { 'srt.passphrase': 'nine chars'.slice(1) }, { srt: { enable: true } }, ['srt.passphrase']],
    ['a long passphrase', { 'srt.passphrase': 'x'.repeat(80) }, { srt: { enable: true } }, ['srt.passphrase']],
    ['no passphrase', { 'srt.passphrase': '' }, { srt: { enable: true, passphrase: 'ten or more' } }, []],
    [
      'a file that is larger than the cache',
      { 'storage.disk.cache.max_file_size_mbytes': '9' },
      { storage: { disk: { cache: { enable: true, max_size_mbytes: 8 } } } },
      ['storage.disk.cache.max_file_size_mbytes'],
    ],
    [
      'a file that is larger than nothing',
      { 'storage.disk.cache.max_file_size_mbytes': '9' },
      { storage: { disk: { cache: { enable: true, max_size_mbytes: 0 } } } },
      [],
    ],
    ['the same port twice', { 'rtmp.enable': true, 'rtmp.address': '8080' }, {}, ['address', 'rtmp.address']],
    [
      'the same port for RTMP and RTMPS',
      { 'rtmp.enable_tls': true, 'rtmp.address_tls': '1935' },
      withTls,
      ['rtmp.address', 'rtmp.address_tls'],
    ],
  ])('include %s', (_, edits, config, paths) =>
    expect(Object.keys(settingsFaults(settingsTabs, at(edits, configOf(config))))).toEqual(paths),
  );

  it.each<[string, SettingsDraft, object]>([
    ['a domain that starts with a digit', { ...certified, 'host.name': '4.example.org, cam1.example.org' }, {}],
    ['a contact that is in use', { 'host.name': 'a.org' }, withTls],
    ['a number as a name without certificates', { 'host.name': '10.0.0.5' }, {}],
    ['the port of a server that is off', { 'rtmp.address': '8080' }, {}],
    [
      'the same port on two addresses',
      { 'rtmp.enable': true },
      { address: '10.0.0.5:1935', rtmp: { ...first.rtmp, address: '127.0.0.1:1935' } },
    ],
  ])('do not include %s', (_, edits, config) =>
    expect(settingsFaults(settingsTabs, at(edits, configOf(config)))).toEqual({}),
  );

  it('omit fields that only the environment could correct', () =>
    expect(
      settingsFaults(
        settingsTabs,
        at({ 'rtmp.enable': true }, configOf({ address: ':1935' }), ['address', 'rtmp.address']),
      ),
    ).toEqual({}));
});

describe('the lock of a field', () => {
  it.each<[string, string, SettingsDraft, object, boolean]>([
    ['certificates without a domain', 'tls.auto', {}, {}, true],
    ['certificates with a domain', 'tls.auto', { 'host.name': 'a.org' }, {}, false],
    ['certificates that are on', 'tls.auto', { 'host.name': '' }, withTls, false],
    ['the HTTPS port without HTTPS', 'tls.address', {}, {}, true],
    ['the HTTPS port', 'tls.address', {}, withTls, false],
    ['the RTMP port of no server', 'rtmp.address', {}, {}, true],
    ['the RTMP port', 'rtmp.address', { 'rtmp.enable': true }, {}, false],
    ['RTMPS with RTMP', 'rtmp.enable_tls', { 'rtmp.enable': true }, withTls, true],
    ['RTMP with RTMPS', 'rtmp.enable', { 'rtmp.enable_tls': true }, withTls, true],
    ['RTMPS without TLS', 'rtmp.enable_tls', {}, {}, true],
    ['RTMPS', 'rtmp.enable_tls', {}, withTls, false],
    ['the RTMPS port', 'rtmp.address_tls', { 'rtmp.enable_tls': true }, withTls, false],
  ])('depends on the case: %s', (_, path, edits, config, locked) =>
    expect(reasonAt(path, at(edits, configOf(config))) !== null).toBe(locked),
  );

  it('RTMPS requires HTTPS before RTMP has to be disabled', () => {
    const reason = (config: object) => reasonAt('rtmp.enable_tls', at({ 'rtmp.enable': true }, configOf(config)));
    expect([reason({})?.tab, reason(withTls)?.text]).toEqual(['network', 'Switch off the RTMP server first.']);
  });

  it('RTMPS may be chosen beside RTMP that the environment fixes', () => {
    const config = configOf({ ...withTls, rtmp: { ...first.rtmp, enable: true } });
    expect(reasonAt('rtmp.enable_tls', at({}, config, ['rtmp.enable']))).toBeNull();
  });
});

it('RTMPS on a core that runs both is shown without RTMP', () => {
  const { draft } = at({}, configOf({ ...withTls, rtmp: { ...first.rtmp, enable: true, enable_tls: true } }));
  expect(draft).toMatchObject({ 'rtmp.enable': false, 'rtmp.enable_tls': true });
});

it.each([
  [1, false],
  [2, true],
])('a core with config version %i shows an RTMPS port: %s', (version, shown) => {
  const form = at({}, configOf({ version }));
  const field = settingsTabs
    .map((tab) => adaptTabFields(tab, form)['rtmp.address_tls'])
    .find((found) => found !== undefined);
  expect(field && isShown(field, form.settings)).toBe(shown);
});

describe('rejections of the core', () => {
  const refused = {
    'rtmp.address': ['the port must be numerical'],
    'tls.enable': ['tls.certfile and tls.keyfile must be set'],
    'tls.cert_file': ['c does not exist'],
    'unknown.list': ['invalid CIDR address: x'],
  };

  it('are shown at their field, else at their tab, else on top', () =>
    expect(assignRefusals(settingsTabs, refused)).toEqual({
      fields: {
        'rtmp.address': 'Enter a port from 1 to 65535.',
        'tls.auto': 'HTTPS needs a certificate file and a key file.',
      },
      tabs: { network: ['tls.cert_file: C does not exist'] },
      elsewhere: ['unknown.list: Invalid CIDR address: x'],
    }));

  it('disappear when their field changes', () =>
    expect(Object.keys(dropFieldRefusals(settingsTabs, refused, 'tls.auto'))).toEqual([
      'rtmp.address',
      'tls.cert_file',
      'unknown.list',
    ]));
});

describe('a tab with all kinds of fields', () => {
  const tab: SettingsTab = {
    ...{ id: 'own', title: 'Own', shown: 'always', owns: [] },
    fields: {
      expert: fields.ofBrowser('expert', fields.toggle({ label: 'Expert mode' })),
      log: fields.panel({ name: 'log' }),
      'service.enable': fields.toggle({ label: 'Service' }),
      'service.token': fields.secret({
        label: 'Token',
        required: true,
        disabled: (settings) => (isSwitchedOn(settings, 'service.enable') ? null : { text: 'Off.', tab: 'network' }),
      }),
      'storage.cors.all': withConfig(
        fields.toggle({
          label: 'Allow all',
          locked: (_, { overrides }: TabContext) => overrides.includes('storage.cors.origins'),
        }),
        {
          reads: ({ config }) => JSON.stringify(valueAt(config, 'storage.cors.origins')) === '["*"]',
          writes: (settings) => (isSwitchedOn(settings, 'storage.cors.all') ? { 'storage.cors.origins': ['*'] } : {}),
        },
      ),
      'storage.cors.origins': fields.listField({
        label: 'Referrers',
        by: 'lines',
        when: (settings) => !isSwitchedOn(settings, 'storage.cors.all'),
      }),
      'storage.types.allow': withConfig(fields.listField({ label: 'Types', by: 'lines' }), {
        aliases: ['storage.type.allow'],
      }),
      'playout.min': fields.number({ label: 'From', default: 0, min: 0, max: 99, empty: 0 }),
      'playout.max': fields.number({ label: 'To', default: 0, min: 0, max: 99, empty: 0 }),
      playout: fields.pair({ label: 'Ports', of: ['playout.min', 'playout.max'] }),
      custom: withConfig(fields.json({ label: 'Config' }), {
        reads: () => '',
        writes: ({ custom }) => ({ custom: JSON.parse(String(custom)) }),
      }),
      id: fields.readonly({ label: 'Id' }),
    },
  };
  const own = (edits: SettingsDraft, config: object = {}, overrides: string[] = []) =>
    settingsTabForm([tab], { config: configOf({ id: 'abc', ...config }), overrides }, edits);

  it('stores no preferences, panels or pairs', () => {
    const { draft, settings } = own({});
    expect(Object.keys(draft)).not.toEqual(expect.arrayContaining(['expert']));
    expect(settings).not.toHaveProperty('log');
    expect(settings).toMatchObject({ id: 'abc', playout: { min: 0, max: 0 } });
  });

  it.each<[string, SettingsDraft, object]>([
    ['lines', { 'storage.cors.origins': 'a.org\n\n b.org' }, { storage: { cors: { origins: ['a.org', 'b.org'] } } }],
    ['a switch that represents a list', { 'storage.cors.all': true }, { storage: { cors: { origins: ['*'] } } }],
    ['an empty number as its meaning', { 'playout.min': '7', 'playout.max': '' }, { playout: { min: 7 } }],
    ['parsed JSON', { custom: '{"a":[1]}' }, { custom: { a: [1] } }],
    [
      'nothing that is hidden',
      { 'storage.cors.all': true, 'storage.cors.origins': 'a' },
      { storage: { cors: { origins: ['*'] } } },
    ],
  ])('sends %s', (_, edits, body) => expect(settingsChanges([tab], own(edits))).toEqual(body));

  it.each<[string, SettingsDraft, object]>([
    ['a missing value', { 'service.enable': true }, { 'service.token': 'This field is required.' }],
    ['a missing value while it can be entered', {}, {}],
    ['a number out of its range', { 'playout.max': '100' }, { 'playout.max': { values: { min: 0, max: 99 } } }],
    [
      'invalid JSON',
      { custom: '{' },
      { custom: { text: 'This is not valid JSON: line {{line}}.', values: { line: 1 } } },
    ],
  ])('reports %s', (_, edits, faults) => {
    const found = settingsFaults([tab], own(edits));
    expect(Object.keys(found)).toEqual(Object.keys(faults));
    expect(found).toMatchObject(faults);
  });

  it('is locked by all names of its fields and by its own rules', () => {
    const form = own({}, {}, ['storage.type.allow', 'storage.cors.origins']);
    const locked = Object.entries(adaptTabFields(tab, form)).filter(([, field]) => isLocked(field, form.settings));
    expect(locked.map(([path]) => path)).toEqual(['storage.cors.all', 'storage.cors.origins', 'storage.types.allow']);
    expect(dirtyPaths([tab], own({ 'storage.types.allow': 'x' }, {}, ['storage.type.allow']))).toEqual([]);
  });
});

it.each([
  ['srt.passphrase', 'p&ss-phrase-1', true],
  ['srt.passphrase', 'a passphrase 1', true],
  ['srt.passphrase', 'plus+passphrase', true],
  ['srt.passphrase', 'hash#passphrase', true],
  ['srt.passphrase', 'correct.passphrase-1_2~3!', false],
  ['srt.token', '100%', true],
  ['srt.token', 'abc:DEF,1', false],
  ['rtmp.app', '/live?x', true],
  ['rtmp.app', '/live/studio', false],
])('the value of %s, %s, breaks addresses: %s', (path, value, breaks) => {
  const config = configOf({ srt: { enable: true }, rtmp: { enable: true } });
  const form = settingsTabForm(settingsTabs, { config, overrides: [] }, { [path]: value });
  expect(path in settingsFaults(settingsTabs, form)).toBe(breaks);
});
