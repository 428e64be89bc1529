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

// What two releases of the existing interface stored on a real core: opened, renamed and saved here.
const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFlat = (value: unknown) => Array.isArray(value) && !value.some(isGroup);

/** Paths of what was changed or lost; what was added is no loss, and 10 is the same as "10". */
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
  /** What is stored with the ingest. */
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

/** Release, name, what is stored differently, what runs differently. Arguments of coders are one list in version 1. */
const ARGS = ['profiles.0.audio.encoder.mapping', 'profiles.0.video.encoder.mapping'];
const LISTS = ['profiles.0.audio.decoder.mapping', 'profiles.0.video.decoder.mapping', ...ARGS];
const SOUND = 'profiles.0.custom.stream';
const NEWER = ['name', SOUND, ...LISTS, 'version'];
const PLAYLIST = 'input.0.address';
// What is not sent is not mapped either, and a server that stops reading is given up.
const OUTPUT = 'output.0.options';

it.each<[string, string, string[], string[]]>([
  ['v1.14.0', 'Rec RTMP encoded', NEWER, ['options', OUTPUT]],
  // Without a picture there is no sign of life that the core could count.
  ['v1.14.0', 'Rec Icecast', NEWER, ['options', OUTPUT, 'stale_timeout_seconds']],
  // The hosts whose certificates match.
  [
    ...(['v1.14.0', 'Rec YouTube'] as const),
    [...NEWER, 'outputs.0.address', 'outputs.1.address'],
    ['options', 'output.0.address', 'output.1.address', OUTPUT, 'output.1.options'],
  ],
  ['v1.1.0', 'Rec RTMP encoded', ['name', SOUND], [PLAYLIST, OUTPUT]],
  ['v1.1.0', 'Rec SRT', ['name', SOUND], [PLAYLIST]],
  ['v1.1.0', 'Rec Twitch', ['name', SOUND], [PLAYLIST, OUTPUT]],
])('%s %s is renamed without loss', (release, name, stored, run) => {
  const found = recorded.find((one) => one.release === release && one.metadata.name === name);
  if (!found) throw new Error(`not recorded: ${name}`);
  const { after, process } = saved(found);
  const { limits, ...config } = found.config;
  expect(after.name).toBe('Renamed');
  expect(differences(found.metadata, after).sort()).toEqual([...stored].sort());
  expect(differences(config, process).sort()).toEqual([...run].sort());
  expect(process?.limits).toEqual(release === 'v1.1.0' ? undefined : limits);
});

// What other interfaces wrote wrongly, or as it does not run, and goes where it was meant to.
const ADDRESS = 'outputs.0.address';
const OPTIONS = 'outputs.0.options';
const inBoth = (name: string, ...paths: string[]) => [`v1.14.0 ${name}`, `v1.1.0 ${name}`].map((one) => [one, paths]);
const MENDED: Record<string, string[]> = Object.fromEntries([
  // Behind a blank ffmpeg drops it.
  ...inBoth('Rec Akamai', ADDRESS, OPTIONS),
  // Server and key in one word.
  ...inBoth('Rec Brightcove', ADDRESS),
  ...inBoth('Rec CDN77', ADDRESS),
  // Copied H.264 has the tag of another container.
  ...inBoth('Rec DASH', OPTIONS),
  // Without it ffmpeg does not upload, but waits for who fetches.
  ...inBoth('Rec Image2', OPTIONS),
  // Defaults of ffmpeg, and names that it does not know.
  ...inBoth('Rec MPEG-TS', OPTIONS),
  // Copied AAC has no global headers.
  ...inBoth('Rec RTSP', OPTIONS),
  // "false" is no number for ffmpeg.
  ...inBoth('Rec UDP', ADDRESS),
  // Hosts whose certificates match.
  ...inBoth('Rec YouTube', ADDRESS, 'outputs.1.address'),
  // The file is named after the channel: the same after each save.
  ...inBoth('Rec YouTube HLS', ADDRESS, OPTIONS),
  // A server without a path: the key would be the application.
  ['v1.14.0 Rec DaCast', [ADDRESS, OPTIONS]],
  // No host of this name takes streams.
  ['v1.14.0 Rec Instagram', [ADDRESS]],
  // The key goes the way that every version of ffmpeg knows.
  ['v1.14.0 Rec RTMP', [ADDRESS, OPTIONS]],
]);

it('is all that was recorded: 49 of 23 services', () => {
  const services = recorded.map(({ config }) => egressOf(config.id)?.service);
  expect([recorded.length, new Set(services).size]).toEqual([49, 23]);
});

it.each([...recorded])('$release $metadata.name loses nothing of its settings, and goes where it went', (one) => {
  const { after } = saved(one);
  const { name, settings, outputs } = one.metadata;
  expect(differences(settings, after.settings)).toEqual([]);
  expect(differences({ outputs }, { outputs: after.outputs })).toEqual(MENDED[`${one.release} ${name}`] ?? []);
});

it.each([...recorded])('$release $metadata.name is the same when it is saved again', (one) => {
  const { after, process } = saved(one);
  const again = saved({ ...one, metadata: JSON.parse(JSON.stringify(after)) });
  expect(again.after).toEqual(after);
  expect(again.process).toEqual(process);
});

it.each([...recorded])('$release $metadata.name runs on when it is renamed once more', (one) => {
  const { after, process } = saved(one);
  const again = saved({ ...one, metadata: { ...JSON.parse(JSON.stringify(after)), name: 'Once more' } });
  if (!process || !again.process) throw new Error('nothing is sent');
  expect(processDiffers(process, again.process)).toBe(false);
});

it('keeps what others wrote at every depth, and the filters of newer releases', () => {
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
