import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../harness/test/testing/quickOrWholeSuite.ts';
import { Config } from '../api/answers/config.ts';
import type { ProcessConfig } from '../api/answers/process.ts';
import { networkOf } from '../media/address/channelAddresses.ts';
import { FILTER_OPTIONS } from '../media/encoding/parseFilterArguments.ts';
import { emptyProfile, emptySource, type Profile, type Source, type StreamCoding } from '../media/encoding/profile.ts';
import { type FfmpegVersion, skillsOf } from '../media/encoding/skills.ts';
import { emptyStream, type MediaType, type Stream } from '../media/encoding/streams.ts';
import { egressProcess } from '../media/process/egress.ts';
import { ingestProcess } from '../media/process/ingest.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../media/stored/metadata.ts';
import { type Dice, dice, one, settingsBy } from '../testing/randomSettings.ts';
import { applyDecoder, applyEncoder } from './coders/chooseCoders.ts';
import { decoders } from './coders/decoders.ts';
import { knownEncoders } from './coders/index.ts';
import { applyFilters } from './filters/filterForm.ts';
import { knownFilters } from './filters/index.ts';
import type { SourceKind } from './form/defineCatalogEntry.ts';
import type { Fields, Settings } from './form/fields.ts';
import { sources } from './sources/index.ts';

// For random settings, each option appears once, with a value, and with one filter graph.
const TIMES = 1;
const VERSIONS: FfmpegVersion[] = [
  { major: 4, minor: 4 },
  { major: 5, minor: 0 },
  { major: 5, minor: 1 },
  { major: 6, minor: 1 },
  { major: 7, minor: 1 },
  { major: 8, minor: 0 },
];
const CHANNEL = '11111111-2222-4333-8444-555555555555';
const config = Config.parse({ rtmp: { enable: true, app: '/live', token: 'secret' } });
const network = networkOf({ config, page: new URL('http://localhost:8080'), channel: CHANNEL });

function withGaps(fields: Fields, roll: Dice): Settings {
  const settings = settingsBy(fields, roll);
  const typed = Object.keys(fields).filter((key) => fields[key]?.kind === 'selectOrCustom' && roll(6) === 0);
  return { ...settings, ...Object.fromEntries(typed.filter((key) => !key.includes('.')).map((key) => [key, ''])) };
}

const ALIASES: Record<string, string> = {
  '-c:v': '-codec:v',
  '-c:a': '-codec:a',
  '-vf': '-filter:v',
  '-af': '-filter:a',
};
const REPEATED = ['-map', '-metadata'];
const FLAGS = ['-re', '-an', '-vn', '-dn', '-sn', '-shortest', '-copyts', '-start_at_zero', '-y'];
const isOption = (word: string) => /^-[a-z]/.test(word);

function faultsIn(words: readonly string[]): string[] {
  const options = words.filter(isOption).map((option) => ALIASES[option] ?? option);
  const twice = options.filter((option, i) => options.indexOf(option) !== i && !REPEATED.includes(option));
  const empty = words.filter((word, i) => {
    const value = words[i + 1];
    if (isOption(word) && !FLAGS.includes(word)) return value === undefined || value.trim() === '' || isOption(value);
    return word.trim() === '' || /\b(undefined|NaN)\b/.test(word);
  });
  const graphs = words.flatMap((word, i) =>
    Object.values(FILTER_OPTIONS).flat().includes(word) ? [words[i + 1] ?? ''] : [],
  );
  const hollow = graphs.filter((graph) => /=(:|,|$)|,,|^,|,$/.test(graph));
  return [...twice.map((option) => `${option} twice`), ...empty.map((word) => `${word} without a value`), ...hollow];
}

const faultsOf = ({ input, output, options }: ProcessConfig): string[] => [
  ...input.flatMap(({ address, options: words }) => [...(address === '' ? ['no address'] : []), ...faultsIn(words)]),
  ...output.flatMap(({ options: words }) => faultsIn(words)),
  ...faultsIn(options),
  ...output.flatMap(({ options: words }) => words.filter((word) => word.endsWith('_device'))),
];

const streams: Stream[] = [
  { ...emptyStream, type: 'video', codec: 'hevc', width: 1280, height: 720, stream: 0 },
  { ...emptyStream, type: 'audio', codec: 'aac', sampling_hz: 48_000, layout: 'stereo', channels: 2, stream: 1 },
];

function sourceBy(kind: SourceKind, ffmpeg: FfmpegVersion, roll: Dice): Source {
  const context = { ffmpeg, network, skills: { ...skillsOf(null), ffmpeg: { ...ffmpeg, version: '' } } };
  const form = kind.form(context);
  const named = {
    network: {
      address: one(['rtsp://192.0.2.1/s', 'https://192.0.2.1/l.m3u8', 'rtmp://192.0.2.1/a/b', 'udp://:1'], roll),
    },
    virtualvideo: { source: one(['testsrc', 'life'], roll) },
    videoloop: { address: '/x', mimetype: one(['image/png', 'video/mp4'], roll) },
    audioloop: { address: '/x' },
  };
  const fixed = Object.entries(named).find(([id]) => id === kind.id)?.[1] ?? {};
  const chosen = form.device ? { device: '/dev/x' } : {};
  const settings = { ...withGaps(form, roll), ...chosen, ...fixed };
  return { ...emptySource(), type: kind.id, settings, inputs: kind.inputs(settings, context), streams };
}

function codingBy(type: MediaType, encoder: string, ffmpeg: FfmpegVersion, roll: Dice): StreamCoding {
  const index = type === 'video' ? 0 : 1;
  const stream = streams[index] ?? emptyStream;
  const initial = { ...emptyProfile()[type], source: 0, stream: index };
  const fields = knownEncoders[type].find(({ id }) => id === encoder)?.fields ?? {};
  const encoded = applyEncoder(type, initial, { encoder, settings: withGaps(fields, roll) }, stream, ffmpeg) ?? initial;
  const form = Object.fromEntries(
    knownFilters[type].filter(({ ofEncoder }) => !ofEncoder).map(({ id, fields: own }) => [id, withGaps(own, roll)]),
  );
  const filtered =
    roll(2) === 0
      ? encoded
      : applyFilters(type, encoded, { settings: form, other: one(['', 'yadif'], roll) ?? '' }, ffmpeg);
  const decoder = one(decoders[type], roll);
  const read = decoder && applyDecoder(type, decoder.id, {}, stream, ffmpeg);
  return read ? { ...filtered, decoder: read } : filtered;
}

const kinds = sources.filter((kind) => kind.id !== 'videoaudio' && kind.id !== 'noaudio');

const pairs = knownEncoders.audio.flatMap((audio) => kinds.map((kind) => ({ audio, kind })));

describe.each(VERSIONS)('commands for ffmpeg $major.$minor', (ffmpeg) => {
  it.each(knownEncoders.video)('are well-formed for $id with all audio encoders, sources and filters', ({ id }) => {
    const roll = dice(ffmpeg.major * 100 + ffmpeg.minor);
    for (let n = 0; n < TIMES; n += 1) {
      for (const { audio, kind } of sampleOf(pairs, 3)) {
        const source = sourceBy(kind, ffmpeg, roll);
        const profile: Profile = {
          ...emptyProfile(),
          video: codingBy('video', id, ffmpeg, roll),
          audio: codingBy('audio', audio.id, ffmpeg, roll),
        };
        const metadata = { version: 1, sources: [source], profiles: [profile] };
        const ingest = ingestProcess({ channel: CHANNEL, metadata: parseIngestMetadata(metadata), network });
        const stored = parseEgressMetadata({
          ...metadata,
          outputs: [{ address: 'rtmp://x/y', options: ['-f', 'flv'] }],
        });
        const sent = egressProcess({ channel: CHANNEL, service: 'rtmp', uuid: CHANNEL, metadata: stored, streams });
        for (const process of [ingest, sent]) {
          const faults = process ? faultsOf(process) : [];
          if (faults.length > 0) {
            const parts = `source ${kind.id}, video ${id}, audio ${audio.id}`;
            throw new Error(`${faults.join('; ')} (${parts}) in ${JSON.stringify(process)}`);
          }
        }
        if (id !== 'none' && source.inputs.length > 0) expect(ingest).not.toBeNull();
      }
    }
  });
});
