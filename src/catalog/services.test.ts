import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../api/answers/skills.ts';
import recorded from '../api/fixtures/answers.json' with { type: 'json' };
import { meets, skillsOf } from '../media/encoding/skills.ts';
import { emptyStream } from '../media/encoding/streams.ts';
import { maskWith } from '../media/masking/mask.ts';
import { codecOf, knownEncoders } from './coders/index.ts';
import { readCatalogExamples } from './fixtures/readCatalogExamples.ts';
import publications from './fixtures/recorded-publications.json' with { type: 'json' };
import type { ServiceExample } from './form/argumentExampleTypes.ts';
import { defineService, type ServiceContext } from './form/defineCatalogEntry.ts';
import { isShown } from './form/evaluateFields.ts';
import { keyFieldName } from './form/failureRemedyFields.ts';
import { number, type Settings, secret, textField } from './form/fields.ts';
import { settingsOf, valueAt, withValue } from './form/fieldValues.ts';
import { unservedReason } from './serviceFacts/unservedReason.ts';
import { serviceOf, services } from './services/index.ts';

const usual = skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body));
// The recorded machine has no screen, and its ffmpeg predates some muxers.
const screen = { id: '/dev/fb0', name: '/dev/fb0', extra: 'simple', media: 'video' };
const skills = {
  ...usual,
  formats: { ...usual.formats, muxers: [...usual.formats.muxers, 'whip'] },
  sinks: { ...usual.sinks, fbdev: [screen] },
};
const codecs = [
  { type: 'video', codec: 'h264' },
  { type: 'audio', codec: 'aac' },
];
const contextOf = ({ meta, streams = codecs, copied, ffmpeg }: Partial<ServiceExample> = {}): ServiceContext => ({
  channel: '11111111-2222-4333-8444-555555555555',
  meta: meta ?? { name: 'N', description: 'D' },
  streams: streams.map((stream) => ({ ...emptyStream, ...stream })),
  ...(copied && { copied }),
  skills: ffmpeg ? { ...skills, ffmpeg: { version: '', ...ffmpeg } } : skills,
});
const context = contextOf();

describe.each(services)('the service $id', async (service) => {
  const examples = await readCatalogExamples<ServiceExample>('services', service.id);
  const fields = Object.entries(service.form(context));
  const outputs = examples.flatMap((example) => service.outputs(example.given, contextOf(example)));

  it('has an id that fits into process ids', () =>
    expect(service.id, 'only digits and lower-case letters').toMatch(/^[0-9a-z]+$/));
  it('has examples with and without outputs', () => {
    expect(examples.length, 'export at least three examples').toBeGreaterThan(2);
    const sending = examples.map(({ expect: sent }) => sent.length > 0);
    expect(sending, 'one example has outputs, one has none').toEqual(expect.arrayContaining([true, false]));
  });
  it.each(examples)('makes the expected outputs of $given', ({ given, expect: sent, ...example }) =>
    expect(service.outputs(given, contextOf(example))).toEqual(sent),
  );
  it('has its protocol only among the advanced fields', () =>
    expect(
      fields.filter(([, field]) => field.kind === 'select' && field.label === 'Protocol' && !field.advanced),
      'what the operator has comes first: a key, or an address that may bring its protocol',
    ).toEqual([]));
  it('reports missing fields and sends nothing without them', () => {
    const shown = fields.filter(([, field]) => isShown(field, settingsOf(service.form(context), {})));
    const required = shown.filter(([, field]) => field.required).map(([key]) => key);
    const filled = fields.flatMap(([key, field]) => {
      if (!('default' in field) || field.default === '') return [];
      const none = field.kind === 'select' && field.options.some(({ value, none }) => none && value === field.default);
      return none ? [] : [key];
    });
    expect(service.missing({}, context)).toEqual(required.filter((key) => !filled.includes(key)));
    expect(required, 'mark the fields without which nothing can be sent as `required`').not.toEqual([]);
    expect(service.outputs({}, context)).toEqual([]);
  });
  it('never gives ffmpeg an empty or undefined value', () => {
    const args = outputs.flatMap(({ address, options }) => [address, ...options]);
    expect(args.filter((text) => typeof text !== 'string' || text.trim() === '')).toEqual([]);
    expect(args.filter((text) => /undefined|NaN|null|\[object/.test(text))).toEqual([]);
  });
  it('sends to valid addresses, or to the device or disk that it declares', () => {
    const { reaches } = service;
    for (const { address } of outputs) {
      if (reaches) expect(address).toMatch({ device: /^\/dev\/[^/]+$/, disk: /^\{diskfs\}\/[^/]+$/ }[reaches]);
      else expect(new URL(address).protocol).toMatch(/^[a-z]+:$/);
    }
  });
  it('has cleanup rules for its own files only', () => {
    for (const { given } of examples) {
      const files = service.files?.(given)?.glob ?? null;
      const rules = service.outputs(given, context).flatMap(({ cleanup = [] }) => cleanup);
      for (const { pattern } of rules) expect(pattern).toBe(`diskfs:${files}`);
      const [uploaded] = service.outputs({ ...given, cleanup: true }, { ...context, ownHosts: ['own.example'] });
      if (!files) expect(uploaded?.cleanup ?? []).toEqual([]);
    }
  });
  it('shows no secret in an address', () => {
    for (const [key, field] of fields) {
      if (field.kind !== 'secret') continue;
      for (const secret of ['S3cr-et.word', 'S3cr&et+wo%rd', 'S3cr?et=wo/rd:']) {
        const settings = complete(examples, withValue({}, key, secret));
        const addresses = service
          .outputs(settings, context)
          .map(({ address }) => maskWith(service.secrets(settings))(address));
        expect(addresses).not.toEqual([]);
        expect(
          addresses.filter((address) => /s3cr|rd:?$/i.test(address)),
          `return ${key} from \`masks\` as the address spells it`,
        ).toEqual([]);
      }
    }
  });
  it('hides passwords and keys', () => {
    for (const [key, { kind }] of fields) {
      if (!/key$|passw|passphrase|token/i.test(key)) continue;
      // Hidden fields are shown nowhere, but masked.
      if (kind === 'hidden') expect(service.secrets(withValue({}, key, 'S3cr-et'))).toContain('S3cr-et');
      else expect(kind, `make ${key} a secret`).toBe('secret');
    }
  });
  it('offers its defaults among the options', () => {
    for (const [, field] of fields) {
      if (field.kind !== 'select') continue;
      const values = field.options.map(({ value }) => value);
      expect(values, `"${field.label}": add the default to the options`).toContain(field.default);
    }
  });
  it('can be offered by a core with a usual ffmpeg', () => {
    expect(meets(service.requires, skills)).toBe(true);
    const { protocols = [], formats = [] } = service.requires;
    expect(
      protocols.filter((name) => !skills.protocols.output.includes(name)),
      'no ffmpeg has these protocols',
    ).toEqual([]);
    expect(
      formats.filter((name) => !skills.formats.muxers.includes(name)),
      'no ffmpeg has these muxers',
    ).toEqual([]);
  });
  it('only needs features of a usual ffmpeg', () => expect(unservedReason(service, skills, outputs)).toBeNull());
  it('accepts audio that one of the encoders makes, or none', () => {
    const codecs = knownEncoders.audio.map(({ id }) => codecOf('audio', id, skills));
    expect(
      service.requires.audio.some((codec) => codecs.includes(codec)),
      'correct `requires.audio`',
    ).toBe(true);
  });
  it('sends every audio codec that it requires', () => {
    const { given = {} } = examples.find(({ expect: sent }) => sent.length > 0) ?? {};
    const video = { type: 'video', codec: service.requires.video.find((codec) => codec !== 'none') ?? 'h264' };
    const carried = service.requires.video[0] === 'none' ? [] : [video];
    const refused = service.requires.audio.filter((codec) => {
      if (codec === 'none') return false;
      const streams = [...carried, { type: 'audio', codec }];
      return '' in service.faults(given, contextOf({ streams }));
    });
    expect(refused, 'add these where the service chooses its container, or remove them from `requires`').toEqual([]);
  });
  it('links to pages of the provider', () => {
    const pages = [service.docs, service.copyright, service.keyPage?.({})];
    for (const page of pages) if (page) expect(page).toMatch(/^https:\/\/[^/]+/);
  });
  it('has a visible field for hints about the key', () => {
    for (const { given, expect: sent, ...example } of examples) {
      const form = service.form(contextOf(example));
      const settings = settingsOf(form, service.upgrade?.(given) ?? given);
      const field = form[keyFieldName(form, settings) ?? ''];
      expect(field && !field.advanced && isShown(field, settings), 'show a field with the key').toBe(true);
      const holds = field && 'holds' in field && field.holds;
      if (sent.length > 0)
        expect(holds, `give "${field && 'label' in field && field.label}" a \`holds\`, such as 'key'`).toBeTruthy();
    }
  });
  it('upgrades stored settings without changing the outputs', () => {
    for (const { given, ...example } of examples) {
      const now = service.upgrade?.(given) ?? given;
      expect(service.upgrade?.(now) ?? now).toEqual(now);
      expect(Object.keys(now)).toEqual(expect.arrayContaining(Object.keys(given)));
      expect(service.outputs(now, contextOf(example))).toEqual(service.outputs(given, contextOf(example)));
    }
  });
  it('keeps unknown settings', () =>
    expect(settingsOf(service.form(context), { theirs: 1 })).toMatchObject({ theirs: 1 }));
});

function complete(examples: ServiceExample[], settings: Settings): Settings {
  const { given = {} } = examples.find(({ expect: sent }) => sent.length > 0) ?? {};
  const [key = ''] = Object.keys(settings);
  return Object.keys(given).reduce(
    (all, name) => (name === key ? all : withValue(all, name, valueAt(given, name))),
    settings,
  );
}

it('services have unique ids, and unknown ids return null', () => {
  expect(new Set(services.map(({ id }) => id)).size).toBe(services.length);
  expect(services.map(({ id }) => serviceOf(id))).toEqual(services);
  expect(serviceOf('of another product')).toBeNull();
});

describe('a service defined with defineService', () => {
  const service = defineService({
    ...{ id: 'own', name: 'Own', category: 'universal' },
    requires: { protocols: ['https'], formats: ['hls'], video: ['h264'], audio: ['aac'] },
    fields: {
      place: textField({ label: 'Place', required: true, fault: ({ place }) => (place === 'x' ? 'Not there.' : null) }),
      key: secret({ label: 'Key' }),
      delay: number({
        label: 'Delay',
        default: 0,
        min: 0,
        disabled: ({ place }) => (place === 'far' ? { text: 'Far.' } : null),
      }),
    },
    outputs: ({ place, key }) => [{ address: `https://h/${key}/${place}/live.m3u8`, options: [] }],
    masks: ({ place }) => place.split('-').slice(1),
  });

  it('masks secrets within a path and those from `masks`', () => {
    const settings = { place: 'studio-t0ken', key: '/l1ve key' };
    const [output] = service.outputs(settings, context);
    expect(service.secrets(settings)).toEqual(['/l1ve key', 't0ken']);
    expect(maskWith(service.secrets(settings))(output?.address ?? '')).toBe('https://h//***/studio-***/live.m3u8');
  });
  it('shows faults at their fields, and missing fields only as missing', () => {
    expect(service.faults({ place: 'x' }, context)).toEqual({ place: 'Not there.' });
    expect(service.faults({}, context)).toEqual({});
    expect(service.missing({}, context)).toEqual(['place']);
  });
});

describe('the form of a service', () => {
  it('shows the current texts of the channel instead of stored ones', () => {
    const form = serviceOf('icecast')?.form(context) ?? {};
    expect(settingsOf(form, { options: { ice_name: 'old' } })).toMatchObject({ options: { ice_name: 'N' } });
  });
  it('offers only options that the core supports', () => {
    const minimal = { ...skills, protocols: { input: [], output: ['https'] } };
    const mode = serviceOf('youtube')?.form({ ...context, skills: minimal }).mode;
    expect(mode).toMatchObject({
      default: 'hls',
      options: [{ value: 'rtmps', storedOnly: true }, { value: 'hls' }],
    });
  });
});

it.each([
  ['youtube', { stream_key: 'k', primary: false }, codecs, ['primary']],
  ['youtube', { stream_key: 'k', mode: 'hls' }, [{ type: 'audio', codec: 'mp3' }], ['mode']],
  ['youtube', { stream_key: 'k', mode: 'hls' }, codecs, []],
  ['rtmp', { address: 'https://h/app' }, codecs, ['address']],
  ['rtmp', { address: 'RTMPS://h/app' }, codecs, []],
  ['srt', { address: 'h' }, codecs, ['address']],
  ['srt', { address: '[2001:db8::1]:6000', params: { passphrase: 'short' } }, codecs, ['params.passphrase']],
  ['srt', { address: ':6000?mode=listener', params: { passphrase: 'long enough' } }, codecs, []],
  ['icecast', { address: 'h/m' }, codecs, ['']],
  ['icecast', { address: 'h/m' }, [{ type: 'audio', codec: 'pcm_s16le' }], ['']],
  ['icecast', { address: 'h/m' }, [{ type: 'audio', codec: 'opus' }], []],
  ['rtsp', { address: 'srt://h:1' }, codecs, ['address']],
  ['rtsp', { address: '/live' }, codecs, ['address']],
  ['hls', { address: 'ftp://h/m.m3u8' }, codecs, ['address']],
  ['hls', { address: 'HTTPS://h/m.m3u8', options: { hls_time: 'two' } }, codecs, ['options.hls_time']],
  ['hls', { address: 'h/m.m3u8', options: { hls_enc: true, hls_enc_key: 'abc' } }, codecs, ['options.hls_enc_key']],
  ['dash', { address: 'h/m.mpd', options: { streaming: false, single_file: true } }, codecs, ['options.single_file']],
  ['dash', { address: 'h/m.mpd', options: { min_playback_rate: '3' } }, codecs, ['options.min_playback_rate']],
  ['udp', { address: 'h' }, codecs, ['address']],
  ['srt', { address: 'h:1', params: { sndbuf: 1499 } }, codecs, ['params.sndbuf']],
  ['srt', { address: 'h:1', params: { sndbuf: 0, kmrefreshrate: 100, kmpreannounce: 49 } }, codecs, []],
  ['srt', { address: 'h:1', params: { kmrefreshrate: 100, kmpreannounce: 50 } }, codecs, ['params.kmpreannounce']],
  ['mpegts', { address: 'tcp://h' }, codecs, ['address']],
  ['mpegts', { address: 'udp://h:5000', options: { tables_version: '' } }, codecs, []],
  ['mpegts', { address: 'udp://h:5000', options: { mpegts_start_pid: '0x1FFA', pcr_period: '-1' } }, codecs, []],
  ['mpegts', { address: 'udp://h:5000', options: { mpegts_start_pid: 'abc' } }, codecs, ['options.mpegts_start_pid']],
  [
    'mpegts',
    { address: 'udp://h:5000', options: { mpegts_pmt_start_pid: '31' } },
    codecs,
    ['options.mpegts_pmt_start_pid'],
  ],
  [
    'mpegts',
    { address: 'udp://h:5000', options: { mpegts_service_id: '70000' } },
    codecs,
    ['options.mpegts_service_id'],
  ],
  ['mpegts', { address: 'udp://h:5000', options: { pat_period: '-2' } }, codecs, ['options.pat_period']],
  ['rtmp', { address: 'rtmp://h/a', options: { rtmp_swfsize: 'abc' } }, codecs, ['options.rtmp_swfsize']],
  ['image2', { address: 'h/a b.jpg' }, [], ['address']],
  ['framebuffer', { device: '/etc/passwd' }, [], ['device']],
  ['whip', { address: 'h/x', token: 'a\nb' }, codecs, ['token']],
  ['recording', { name: '../x' }, codecs, ['name']],
  ['recording', { name: 'x_%Y-%m-%d' }, codecs, []],
  ['recording', { name: '{memfs}' }, codecs, ['name']],
  ['recording', { name: 'x_%n' }, codecs, ['name']],
  ['recording', { name: 'ж'.repeat(81) }, codecs, ['name']],
  ['recording', { name: 'x', seconds: 5 }, codecs, ['seconds']],
  ['recording', { name: 'x', seconds: 3600, keep: { days: 7, files: 0, gigabytes: 5 } }, codecs, []],
  ['recording', { name: 'x', keep: { files: 1 } }, codecs, ['keep.files']],
  ['recording', { name: 'x', container: 'ts' }, [{ type: 'video', codec: 'av1' }], ['container']],
])('%s rejects %j with %j at %j', (id, settings, streams, expected) =>
  expect(Object.keys(serviceOf(id)?.faults(settings, contextOf({ streams })) ?? {})).toEqual(expected),
);

// Differences that are intended when an existing publication is saved again.
const renewed = (recorded: unknown): unknown =>
  JSON.parse(
    JSON.stringify(recorded)
      .replaceAll(/(rtmps:..[ab])\.rtmp\.youtube\.com/g, '$1.rtmps.youtube.com:443')
      .replaceAll(/&file=[0-9a-f-]{36}/g, `&file=${context.channel}`)
      .replace(/app","options":\["-f","flv","-rtmp_playpath","key-rtmp"/, 'app/key-rtmp","options":["-f","flv"'),
  );

it.each(publications)(
  'an existing publication of $service keeps its outputs',
  ({ service, settings, streams, outputs }) => {
    const meta = { name: 'Test channel virtual', description: '' };
    const actual = serviceOf(service)?.outputs(settings, contextOf({ meta, streams }));
    expect(actual).toEqual(renewed(outputs));
  },
);

it.each<[string, Settings, string]>([
  ['datarheicore', {}, 'v2_address'],
  ['facebook', {}, 'stream_key_primary'],
  ['facebook', { rtmp_primary: false, rtmp_backup: true }, 'stream_key_backup'],
  ['udp', {}, 'address'],
  ['mpegts', {}, 'address'],
  ['image2', {}, 'address'],
  ['youtube', { stream_key: 'x' }, 'stream_key'],
])('hints about the key of %s with %j appear below %s', (id, settings, at) => {
  const form = services.find((service) => service.id === id)?.form(context) ?? {};
  expect(keyFieldName(form, settings)).toBe(at);
});

const page = (file: string) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ');
const inReadme = (name: string) => `add "${name}" to the list of platforms in README.md`;
const inChangelog = (name: string) => `add "${name}" to CHANGELOG.md, Unreleased, Services`;

it.each(services.filter(({ presets }) => !presets).map(({ name }) => name))(
  'the service %s is named in README and changelog',
  (name) => {
    const called: Readonly<Record<string, string>> = {
      ...{
        'Facebook Live': 'Facebook',
        'YouTube Live': 'YouTube',
        'X (Twitter)': 'X',
        'Brightcove Live': 'Brightcove',
      },
      ...{ Image2: 'images', Framebuffer: 'screen of the machine', 'File recording': 'recordings' },
    };
    const word = called[name] ?? name;
    if (name !== 'Azure Media Services') expect.soft(page('README.md').includes(word), inReadme(word)).toBe(true);
    expect.soft(page('CHANGELOG.md').toLowerCase().includes(word.toLowerCase()), inChangelog(word)).toBe(true);
  },
);

it.each(services.flatMap(({ presets = [] }) => presets.map(({ name }) => name)))(
  'the platform %s is named in README and changelog',
  (name) => {
    expect.soft(page('README.md').includes(name), inReadme(name)).toBe(true);
    expect.soft(page('CHANGELOG.md').includes(name), inChangelog(name)).toBe(true);
  },
);

it.each([
  [5, 1, ['options.hls_enc_key']],
  [6, 1, []],
])('an encrypted HLS upload without a key, with ffmpeg %d.%d, has the faults %j', (major, minor, refused) => {
  const input = { address: 'h/m.m3u8', options: { hls_enc: true } };
  expect(Object.keys(serviceOf('hls')?.faults(input, contextOf({ ffmpeg: { major, minor } })) ?? {})).toEqual(refused);
});
