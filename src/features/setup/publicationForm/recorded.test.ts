import { expect, it } from 'vitest';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { egressOf } from '../../../api/processIds.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { processDiffers } from '../../../media/process/processDiffers.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { someSkills } from '../../../testing/coreAnswers.ts';
import { type FormContext, processOf, publicationDraftOf, publicationMetadataOf } from '../egress/publicationDraft.ts';
import recorded from './fixtures/recorded-installations.json' with { type: 'json' };

// Publications stored by two releases of the existing interface on a real core; each is opened, renamed and saved.
const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFlat = (value: unknown) => Array.isArray(value) && !value.some(isGroup);

/** Returns the paths of changed or lost entries. Additions are ignored, and 10 equals "10". */
function differences(before: unknown, after: unknown, path = ''): string[] {
  if (isGroup(before) && isGroup(after) && !isFlat(before) && !isFlat(after)) {
    const at = path === '' ? '' : `${path}.`;
    return Object.entries(before).flatMap(([key, value]) => differences(value, Reflect.get(after, key), at + key));
  }
  return String(before) === String(after) ? [] : [path];
}

interface RecordedPublication {
  config: { id: string; reference: string };
  metadata: unknown;
  channel: unknown;
}

function saved({ config, metadata, channel }: RecordedPublication) {
  const { service: id, uuid } = egressOf(config.id) ?? { service: '', uuid: '' };
  const service = serviceOf(id);
  if (!service) throw new Error(`no service ${id}`);
  const { streams, meta } = parseIngestMetadata(channel);
  const context: FormContext = {
    channel: config.reference,
    service,
    streams,
    meta,
    skills,
    kept: null,
    feeds: ['hls+memfs'],
  };
  const stored = parseEgressMetadata(metadata);
  const after = publicationMetadataOf(context, { ...publicationDraftOf(context, stored), name: 'Renamed' }, stored);
  return { after, process: processOf(context, after, uuid) };
}

/** Rows: release, name, changes in the metadata, changes in the process. Version 1 stored arguments as one list. */
const ARGS = ['profiles.0.audio.encoder.mapping', 'profiles.0.video.encoder.mapping'];
const LISTS = ['profiles.0.audio.decoder.mapping', 'profiles.0.video.decoder.mapping', ...ARGS];
const SOUND = 'profiles.0.custom.stream';
const NEWER = ['name', SOUND, ...LISTS, 'version'];
const PLAYLIST = 'input.0.address';
// Unmapped streams are now left out, and a stalled connection times out.
const OUTPUT = 'output.0.options';

it.each<[string, string, string[], string[]]>([
  ['v1.14.0', 'Rec RTMP encoded', NEWER, ['options', OUTPUT]],
  // Without video, the stale timeout is off.
  ['v1.14.0', 'Rec Icecast', NEWER, ['options', OUTPUT, 'stale_timeout_seconds']],
  // Changed to hosts that match their certificates.
  [
    ...(['v1.14.0', 'Rec YouTube'] as const),
    [...NEWER, 'outputs.0.address', 'outputs.1.address'],
    ['options', 'output.0.address', 'output.1.address', OUTPUT, 'output.1.options'],
  ],
  ['v1.1.0', 'Rec RTMP encoded', ['name', SOUND], [PLAYLIST, OUTPUT]],
  ['v1.1.0', 'Rec SRT', ['name', SOUND], [PLAYLIST]],
  ['v1.1.0', 'Rec Twitch', ['name', SOUND], [PLAYLIST, OUTPUT]],
])('the publication form renames %s %s without loss', (release, name, stored, run) => {
  const found = recorded.find((row) => row.release === release && row.metadata.name === name);
  if (!found) throw new Error(`not recorded: ${name}`);
  const { after, process } = saved(found);
  const { limits, ...config } = found.config;
  expect(after.name).toBe('Renamed');
  expect(differences(found.metadata, after).sort()).toEqual([...stored].sort());
  expect(differences(config, process).sort()).toEqual([...run].sort());
  expect(process?.limits).toEqual(release === 'v1.1.0' ? undefined : limits);
});

// Expected corrections of stored faults, by publication; the destination stays the same.
const ADDRESS = 'outputs.0.address';
const OPTIONS = 'outputs.0.options';
const inBoth = (name: string, ...paths: string[]) => [`v1.14.0 ${name}`, `v1.1.0 ${name}`].map((key) => [key, paths]);
const MENDED: Record<string, string[]> = Object.fromEntries([
  // ffmpeg drops the rest of the address after a blank.
  ...inBoth('Rec Akamai', ADDRESS, OPTIONS),
  // Server and key were stored in one word.
  ...inBoth('Rec Brightcove', ADDRESS),
  ...inBoth('Rec CDN77', ADDRESS),
  // Copied H.264 had the tag of another container.
  ...inBoth('Rec DASH', OPTIONS),
  // Without this option, ffmpeg waits for a client instead of uploading.
  ...inBoth('Rec Image2', OPTIONS),
  // Removes ffmpeg defaults and unknown option names.
  ...inBoth('Rec MPEG-TS', OPTIONS),
  // Copied AAC has no global headers.
  ...inBoth('Rec RTSP', OPTIONS),
  // "false" is not a number for ffmpeg.
  ...inBoth('Rec UDP', ADDRESS),
  ...inBoth('Rec YouTube', ADDRESS, 'outputs.1.address'),
  // The file name now follows from the channel, so it is the same after each save.
  ...inBoth('Rec YouTube HLS', ADDRESS, OPTIONS),
  // The server had no path, so the key would become the application.
  ['v1.14.0 Rec DaCast', [ADDRESS, OPTIONS]],
  // The stored host does not accept streams.
  ['v1.14.0 Rec Instagram', [ADDRESS]],
  // The key is passed in a way that all ffmpeg versions support.
  ['v1.14.0 Rec RTMP', [ADDRESS, OPTIONS]],
]);

it('the recordings cover 49 publications of 23 services', () => {
  const services = recorded.map(({ config }) => egressOf(config.id)?.service);
  expect([recorded.length, new Set(services).size]).toEqual([49, 23]);
});

it.each([...recorded])('the publication form keeps settings and destination of $release $metadata.name', (row) => {
  const { after } = saved(row);
  const { name, settings, outputs } = row.metadata;
  expect(differences(settings, after.settings)).toEqual([]);
  expect(differences({ outputs }, { outputs: after.outputs })).toEqual(MENDED[`${row.release} ${name}`] ?? []);
});

it.each([...recorded])('the publication form saves $release $metadata.name identically a second time', (row) => {
  const { after, process } = saved(row);
  const repeated = saved({ ...row, metadata: JSON.parse(JSON.stringify(after)) });
  expect(repeated.after).toEqual(after);
  expect(repeated.process).toEqual(process);
});

it.each([...recorded])(
  'the publication form keeps the process of $release $metadata.name when renamed again',
  (row) => {
    const { after, process } = saved(row);
    const repeated = saved({ ...row, metadata: { ...JSON.parse(JSON.stringify(after)), name: 'Once more' } });
    if (!process || !repeated.process) throw new Error('nothing is sent');
    expect(processDiffers(process, repeated.process)).toBe(false);
  },
);

it('the publication form keeps unknown entries at every depth, and filters of newer releases', () => {
  const encoded = recorded.find(({ metadata }) => metadata.name === 'Rec RTMP encoded');
  if (!encoded) throw new Error('nothing is recorded');
  const volume = { graph: 'volume=volume=0.5', settings: { level: '50' } };
  const profiles = encoded.metadata.profiles.map(({ video, audio }) => ({
    theirs: 2,
    video: {
      ...video,
      theirs: 3,
      encoder: { ...video.encoder, theirs: 4 },
      filter: { graph: 'scale=1280:720', settings: {} },
    },
    audio: { ...audio, filter: { graph: 'volume=volume=0.5,aresample=osr=48000', settings: { volume } } },
  }));
  const metadata = { ...encoded.metadata, theirs: 1, profiles };
  const { after, process } = saved({ ...encoded, metadata });
  expect(after).toMatchObject({ theirs: 1, profiles: [{ theirs: 2, video: { theirs: 3, encoder: { theirs: 4 } } }] });
  const options = process?.output[0]?.options ?? [];
  expect(options[options.indexOf('-filter:v') + 1]).toBe('scale=1280:720');
  expect(options[options.indexOf('-filter:a') + 1]).toBe('volume=volume=0.5,aresample=osr=48000');
});
