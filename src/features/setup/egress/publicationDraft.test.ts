import { describe, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { readFilters } from '../../../catalog/filters/filterForm.ts';
import type { Service } from '../../../catalog/form/defineCatalogEntry.ts';
import { serviceOf, services } from '../../../catalog/services/index.ts';
import { type CoderSettings, emptyProfile, type Profile } from '../../../media/encoding/profile.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import type { Stream } from '../../../media/encoding/streams.ts';
import { parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import type { CoderChange } from '../coder/streamCoding.ts';
import { commandPreviewOf } from '../publicationForm/CommandPreviewPanel.tsx';
import {
  type FormContext,
  faultyFieldOf,
  keylessFaultsOf,
  newlyUnserved,
  offerOf,
  outputsOf,
  processOf,
  publicationDraftOf,
  publicationFaultsOf,
  publicationMetadataOf,
  unservedIn,
  withCoder,
} from './publicationDraft.ts';

const nothing = { url: '', index: 0, width: 0, height: 0, pix_fmt: '', sampling_hz: 0, layout: '', channels: 0 };
const picture = (codec: string): Stream => ({ ...nothing, type: 'video', codec, stream: 0, width: 1280, height: 720 });
const sound = (codec: string): Stream => ({ ...nothing, type: 'audio', codec, stream: 1, sampling_hz: 44100 });

const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const copyOnly = skillsOf(null);
const meta = { name: 'Studio A', description: 'From the studio' };

function groundOf(id: string, streams: Stream[] = [picture('h264'), sound('aac')], available = skills): FormContext {
  const service = serviceOf(id);
  if (!service) throw new Error(`no service ${id}`);
  return { channel: CHANNEL, service, streams, meta, skills: available, kept: null, feeds: ['hls+memfs'] };
}
const youtube = groundOf('youtube');
const fresh = (context: FormContext, stored: object = {}) => publicationDraftOf(context, parseEgressMetadata(stored));
const coders = ({ profile }: ReturnType<typeof fresh>) => [profile.video.encoder.coder, profile.audio.encoder.coder];

it.each<[string, FormContext, string[]]>([
  ['accepted codecs', youtube, ['copy', 'copy']],
  ['another codec', groundOf('youtube', [picture('hevc'), sound('opus')]), ['libx264', 'aac']],
  [
    'another codec without an encoder',
    groundOf('youtube', [picture('hevc'), sound('aac')], copyOnly),
    ['none', 'copy'],
  ],
  ['a channel without sound', groundOf('youtube', [picture('h264')]), ['copy', 'none']],
  ['a service that does not accept this video', groundOf('icecast'), ['none', 'copy']],
])('the publication draft chooses the coders of a new publication for %s', (_, context, expected) =>
  expect(coders(fresh(context))).toEqual(expected),
);

it('the publication draft keeps the chosen coders, including none, as long as they fit', () => {
  const silent = { profiles: [{ ...emptyProfile(), audio: { source: 0, stream: 1, encoder: { coder: 'none' } } }] };
  expect(coders(fresh(youtube, silent))).toEqual(['copy', 'none']);
  const { coder } = withCoder(youtube, fresh(youtube).profile, {
    type: 'video',
    encoder: 'libx264',
    settings: { bitrate: '2048' },
  }).video.encoder;
  expect(coder).toBe('libx264');
});

it('the publication draft recomputes encoder arguments after each change', () => {
  const change = { type: 'video', encoder: 'libx264', settings: { bitrate: '2048' } } as const;
  expect(withCoder(youtube, fresh(youtube).profile, change).video.encoder.mapping).toContain('2048k');
});

describe('filters of a publication', () => {
  const graph = 'yadif,scale=1280x720';
  const filter = { graph, settings: {} };
  const mapping = ['-codec:v', 'libx264', '-vf', graph];
  const video = { source: 0, stream: 0, encoder: { coder: 'libx264', settings: {}, mapping }, filter };
  const initial = fresh(youtube, { profiles: [{ ...emptyProfile(), video }], settings: { stream_key: 'k' } });
  const form = readFilters('video', initial.profile.video);
  const changed = (...changes: CoderChange[]) =>
    changes.reduce((profile, change) => withCoder(youtube, profile, change), initial.profile).video;
  const smaller = {
    type: 'video',
    filters: { ...form, settings: { ...form.settings, scale: { mode: 'height', height: '360' } } },
  } as const;

  it('are read from the stored profile, including a custom graph', () => {
    expect(form.settings.scale).toMatchObject({ mode: 'fix', fix: '1280x720' });
    expect(form.other).toBe('yadif');
  });
  it('take effect when changed, and a custom graph stays', () =>
    expect(changed(smaller).encoder.mapping).toEqual(['-codec:v', 'libx264', '-vf', 'yadif,scale=-2:360']));
  it('are kept during passthrough and return with an encoder', () => {
    const copied = { type: 'video', encoder: 'copy', settings: {} } as const;
    const encoded = { type: 'video', encoder: 'libx264', settings: {} } as const;
    expect(changed(smaller, copied).encoder.mapping).not.toContain('-vf');
    expect(changed(smaller, copied, encoded).encoder.mapping.slice(-2)).toEqual(['-vf', 'yadif,scale=-2:360']);
  });
  it('are stored and used in the process', () => {
    const profile = withCoder(youtube, initial.profile, smaller);
    const metadata = publicationMetadataOf(youtube, { ...initial, profile }, parseEgressMetadata({}));
    expect(processOf(youtube, metadata, 'x')?.output[0]?.options).toContain('yadif,scale=-2:360');
    expect(publicationDraftOf(youtube, parseEgressMetadata(JSON.parse(JSON.stringify(metadata)))).profile).toEqual(
      profile,
    );
  });
});

it('the publication draft offers copy, none and the encoders of accepted codecs', () => {
  const { profile } = fresh(youtube);
  const ids = (context: FormContext, type: 'video' | 'audio') =>
    offerOf(context, type, profile[type]).encoders.map(({ id }) => id);
  expect(ids(youtube, 'video')).toEqual(['copy', 'none', 'libx264']);
  expect(ids(groundOf('youtube', [picture('hevc'), sound('opus')]), 'audio')).toEqual(['none', 'aac', 'libmp3lame']);
});

it.each<[string, FormContext, boolean]>([
  ['with an encoder', groundOf('youtube', [picture('hevc')]), false],
  ['without an encoder', groundOf('youtube', [picture('hevc')], copyOnly), true],
  ['for a service that needs no video', groundOf('icecast', [picture('hevc')], copyOnly), false],
])('the publication draft detects a missing encoder if it has to encode: %s', (_, context, stuck) =>
  expect(offerOf(context, 'video', fresh(context).profile.video).stuck).toBe(stuck),
);

describe('faults of a publication', () => {
  const keyed = { settings: { stream_key: 'k' } };
  it.each<[string, FormContext, object, string[]]>([
    ['an empty form', youtube, {}, ['stream_key']],
    ['a complete form', youtube, keyed, []],
    ['a form without an output', youtube, { settings: { stream_key: 'k', primary: false } }, ['primary']],
    ['a channel without streams', groundOf('youtube', []), keyed, ['']],
  ])('are found in %s', (_, context, stored, keys) =>
    expect(Object.keys(publicationFaultsOf(context, fresh(context, stored)))).toEqual(keys),
  );
});

describe('a publication that was imported without its secrets', () => {
  const key = 'options.rtmp_playpath';
  const required = 'This field is required.';
  const inside = 'The key or password in it is missing. Enter it.';
  const address = 'live.example.com/app?auth=';
  const emptyKey = { [key]: '' };
  it.each<[string, string, Record<string, string>, object, Record<string, string>]>([
    ['a required key', 'youtube', { stream_key: '' }, { stream_key: '' }, { stream_key: required }],
    ['an optional key', 'rtmp', emptyKey, { address, options: { rtmp_playpath: '' } }, { [key]: required }],
    ['a part of an address', 'rtmp', { address }, { address }, { address: inside }],
    ['nothing at a place of no field', 'rtmp', JSON.parse('{"__proto__": "", "x": ""}'), { address, x: '' }, {}],
    ['a value that was entered since', 'rtmp', emptyKey, { address, options: { rtmp_playpath: 'k' } }, {}],
    ['nothing', 'rtmp', {}, { address }, {}],
  ])('asks in its form for %s', (_, service, missingSecrets, settings, faults) => {
    const stored = parseEgressMetadata({ settings, missingSecrets });
    const context = { ...groundOf(service), keyless: stored };
    const draft = publicationDraftOf(context, stored);
    expect(keylessFaultsOf(context, draft)).toEqual(faults);
    expect(publicationFaultsOf(context, draft)).toEqual(faults);
    const saved = publicationMetadataOf(context, draft, stored);
    expect(saved.missingSecrets).toEqual(Object.keys(faults).length > 0 ? missingSecrets : undefined);
  });
});

describe('coder settings of a publication', () => {
  const keyed = { settings: { stream_key: 'k' } };
  const initial = fresh(youtube, keyed);
  const encoded = (settings: object) =>
    withCoder(youtube, initial.profile, { type: 'video', encoder: 'libx264', settings: { ...settings } });
  const faultsOf = (profile: Profile, stored: typeof initial | null = initial) =>
    Object.keys(publicationFaultsOf(youtube, { ...initial, profile }, stored));
  const filtered = (settings: Record<string, CoderSettings>) => {
    const profile = encoded({});
    const form = readFilters('video', profile.video);
    const filters = { ...form, settings: { ...form.settings, ...settings } };
    return withCoder(youtube, profile, { type: 'video', filters });
  };
  /** Metadata in the format of another interface. */
  const storedWith = (settings: object, mapping: string[], filter?: object) =>
    parseEgressMetadata({
      ...keyed,
      profiles: [
        {
          ...emptyProfile(),
          video: { source: 0, stream: 0, encoder: { coder: 'libx264', settings, mapping }, ...(filter && { filter }) },
        },
      ],
    });

  it.each([
    [{ bitrate: 'abc' }, ['profile.video.encoder.bitrate']],
    [{ bitrate: '' }, ['profile.video.encoder.bitrate']],
    [{ fps: '1000', gop: '0' }, ['profile.video.encoder.fps', 'profile.video.encoder.gop']],
    [{ bitrate: '2500', fps: '29.97', gop: 'auto' }, []],
  ])('%j have faults at %j', (settings, keys) => expect(faultsOf(encoded(settings))).toEqual(keys));

  it('are named by their field labels in faults shown elsewhere', () => {
    const label = (key: string, profile: Profile) => faultyFieldOf(youtube, { ...initial, profile }, key);
    expect(label('profile.video.encoder.bitrate', encoded({}))).toMatchObject({ label: 'Video bitrate' });
    expect(label('profile.video.crop.width', filtered({ crop: { enabled: true } }))).toMatchObject({ label: 'Width' });
    expect(label('stream_key', initial.profile)).toMatchObject({ label: 'Stream key' });
    expect(label('', initial.profile)).toBeUndefined();
  });

  it.each<[Record<string, CoderSettings>, string[]]>([
    [{ fps: { enabled: true, fps: 'abc' } }, ['profile.video.fps.fps']],
    [{ fps: { enabled: false, fps: 'abc' } }, []],
    [{ scale: { mode: 'fix', fix: '1281x720' } }, ['profile.video.scale.fix']],
    [{ crop: { enabled: true, width: 'abc', height: 'ih/2', x: '0', y: '0' } }, ['profile.video.crop.width']],
  ])('with the filters %j have faults at %j', (settings, keys) => expect(faultsOf(filtered(settings))).toEqual(keys));

  it('with a stored fault do not block other changes, but block a new publication', () => {
    const metadata = storedWith({ bitrate: 'abc' }, ['-codec:v', 'libx264', '-b:v', 'abck']);
    const stored = publicationDraftOf(youtube, metadata);
    expect(stored.profile.video.encoder.settings.bitrate).toBe('abc');
    expect(publicationFaultsOf(youtube, { ...stored, name: 'Renamed' }, stored)).toEqual({});
    const touched = withCoder(youtube, stored.profile, {
      type: 'video',
      encoder: 'libx264',
      settings: { ...stored.profile.video.encoder.settings, preset: 'fast' },
    });
    expect(faultsOf(touched, stored)).toEqual(['profile.video.encoder.bitrate']);
    expect(faultsOf(stored.profile, null)).toEqual(['profile.video.encoder.bitrate']);
  });

  it('accept a stored bitrate of 4000k and normalize it at the next save', () => {
    const filter = {
      graph: 'framerate=fps=29,97',
      settings: { fps: { settings: { enabled: true, fps: '29,97' }, graph: 'framerate=fps=29,97' } },
    };
    const metadata = storedWith(
      { bitrate: '4000k' },
      ['-codec:v', 'libx264', '-b:v', '4000kk', '-vf', filter.graph],
      filter,
    );
    const draft = publicationDraftOf(youtube, metadata);
    expect(draft.profile.video.encoder.settings.bitrate).toBe('4000');
    const { mapping } = draft.profile.video.encoder;
    expect(mapping.join(' ')).toContain('-b:v 4000k ');
    expect(mapping.join(' ')).toContain('framerate=fps=29.97');
    expect(mapping.join(' ')).not.toMatch(/kk|29,97/);
  });

  it('stay byte for byte if never written differently', () => {
    const mapping = ['-codec:v', 'libx264', '-b:v', '4000k', '-g', '58'];
    const metadata = storedWith({ bitrate: '4000', fps: '29.97', gop: '2' }, mapping);
    expect(publicationDraftOf(youtube, metadata).profile.video.encoder.mapping).toEqual(mapping);
  });
});

it.each(services.map((service): [string, Service] => [service.id, service]))(
  'the publication draft requires at least one field for %s, and creates no output before it is filled in',
  (id) => {
    const context = groundOf(id);
    expect(Object.keys(publicationFaultsOf(context, fresh(context)))).not.toEqual([]);
    expect(outputsOf(context, fresh(context))).toEqual([]);
  },
);

it('the publication draft stores the form and keeps unknown stored entries', () => {
  const stored = parseEgressMetadata({
    name: 'Old',
    theirs: { a: 1 },
    settings: { stream_key: 'k', theirs: 2 },
    control: { process: { delay: '20' }, theirs: 3 },
    profiles: [emptyProfile(), emptyProfile()],
  });
  const draft = { ...publicationDraftOf(youtube, stored), name: ' New ' };
  expect(publicationMetadataOf(youtube, draft, stored)).toMatchObject({
    version: 1,
    name: 'New',
    theirs: { a: 1 },
    settings: { stream_key: 'k', theirs: 2 },
    control: { process: { delay: 20, autostart: false, reconnect: true, staleTimeout: 30 }, theirs: 3 },
    outputs: [{ address: 'rtmps://a.rtmps.youtube.com:443/live2/k' }],
    profiles: [{ video: { encoder: { coder: 'copy' } } }, {}],
    streams: [{ codec: 'h264' }, { codec: 'aac' }],
  });
});

it('the publication draft cleans up an upload to the memory of the core, and stops when the address changes', () => {
  const context = { ...groundOf('hls'), ownHosts: ['localhost:8080'] };
  const saved = (address: string, before: object = {}) => {
    const stored = parseEgressMetadata(before);
    const draft = fresh(context, { settings: { protocol: 'http://', address, cleanup: true } });
    return publicationMetadataOf(context, draft, stored);
  };
  const own = saved('localhost:8080/memfs/a.m3u8');
  expect(processOf(context, own, 'x')?.output[0]?.cleanup).toMatchObject([
    { pattern: 'memfs:/a[0-9]*.ts', max_files: 7 },
    { pattern: 'memfs:/a.m3u8', max_files: 0 },
  ]);
  expect(processOf(context, saved('h/a.m3u8', own), 'x')?.output[0]?.cleanup).toEqual([]);
  expect(saved('h/a.m3u8').outputs[0]).not.toHaveProperty('cleanup');
});

it.each([
  ['video', youtube, { settings: { stream_key: 'k' } }, 30],
  ['audio only', groundOf('icecast'), { settings: { address: 'h:8000/live' } }, 0],
])('the publication draft sets the stale timeout for %s', (_, context, input, seconds) => {
  const stored = parseEgressMetadata(input);
  const metadata = publicationMetadataOf(context, publicationDraftOf(context, stored), stored);
  expect(processOf(context, metadata, '')).toMatchObject({ stale_timeout_seconds: seconds });
  expect(metadata.control.process.staleTimeout).toBe(30);
});

it('the publication draft shows the command without secrets', () => {
  const stored = parseEgressMetadata({ settings: { stream_key: 's3cret' } });
  const run = commandPreviewOf(youtube, publicationDraftOf(youtube, stored), stored);
  expect(run).toMatchObject({ coding: 'copy h264, copy aac' });
  expect(run?.command).toContain('rtmps://a.rtmps.youtube.com:443/live2/***');
  expect(run?.command).toContain(`-re -i {memfs}/${CHANNEL}.m3u8`);
  expect(run?.command).not.toContain('s3cret');
  expect(commandPreviewOf(youtube, fresh(youtube), parseEgressMetadata({}))).toBeNull();
});

describe('a core that does not support a publication', () => {
  const able = {
    ...skills,
    protocols: { input: [], output: ['rtmps'] },
    formats: { muxers: ['flv', 'mpegts'], demuxers: [] },
  };
  const [h264, hevc] = [
    [picture('h264'), sound('aac')],
    [picture('hevc'), sound('aac')],
  ];
  const noEncoders = { ...able, codecs: { video: {}, audio: {} }, encoders: copyOnly.encoders };
  const lacking = (id: string, streams: Stream[], available: typeof skills, stored: object) => {
    const context = groundOf(id, streams, available);
    return unservedIn(context, fresh(context, stored))?.missing.map(({ text, names }) => [text, names]) ?? [];
  };
  const rtmp = (protocol: string) => ({ settings: { protocol, address: 'h/app', options: {} } });
  it.each<[string, string, Stream[], typeof skills, object, [string, string][]]>([
    ['a protocol of the service', 'srt', h264, able, {}, [['protocol {{names}}', 'srt']]],
    ['nothing', 'rtmp', h264, able, rtmp('rtmps://'), []],
    ['the protocol chosen by a setting', 'rtmp', h264, able, rtmp('rtmp://'), [['protocol {{names}}', 'rtmp']]],
    ['no encoder for a copied stream', 'rtmp', h264, noEncoders, rtmp('rtmps://'), []],
    ['nothing if the core reports no skills', 'srt', hevc, copyOnly, {}, []],
  ])('lacks %s', (_, id, streams, available, stored, missing) =>
    expect(lacking(id, streams, available, stored)).toEqual(missing),
  );

  it.each([
    ['a new publication', null, 'rtmp://', 'rtmp://', true],
    ['a stored publication that is renamed', 'x', 'rtmp://', 'rtmp://', false],
    ['a stored publication that changes to the missing protocol', 'x', 'rtmps://', 'rtmp://', true],
    ['a stored publication that changes to an available protocol', 'x', 'rtmp://', 'rtmps://', false],
  ])('rejects saving %s: %s', (_, uuid, before, after, refused) => {
    const context = groundOf('rtmp', h264, able);
    const form = (protocol: string) => fresh(context, rtmp(protocol));
    expect(newlyUnserved(context, { target: { uuid }, stored: form(before), draft: form(after) })).toBe(refused);
  });
});
