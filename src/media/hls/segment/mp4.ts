import { parseAacConfig } from './audioHeaders.ts';
import { joinBytes, u16, u32, u64 } from './bits.ts';
import type { ParsedSegment } from './mpegTs.ts';
import { type Pictures, parseH264Set, parseHevcSet } from './parameterSets.ts';
import { type AudioFigures, type MediaFrame, timingOf, type VideoFigures } from './segmentFigures.ts';

interface Box {
  type: string;
  body: Uint8Array;
}

function* boxesIn(bytes: Uint8Array): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = u32(bytes, at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const head = size === 1 ? 16 : 8;
    const length = size === 0 ? bytes.length - at : size === 1 ? u64(bytes, at + 8) : size;
    if (length < head) return;
    yield { type, body: bytes.subarray(at + head, at + length) };
    at += length;
  }
}

function* within(bytes: Uint8Array, [name, ...path]: readonly string[]): Generator<Uint8Array> {
  if (name === undefined) {
    yield bytes;
    return;
  }
  for (const { type, body } of boxesIn(bytes)) if (type === name) yield* within(body, path);
}

const firstIn = (bytes: Uint8Array, ...path: string[]): Uint8Array | null => within(bytes, path).next().value ?? null;

interface Track {
  id: number;
  /** Ticks per second. */
  scale: number;
  kind:
    | { type: 'video'; figures: { codec: string } & Partial<Pictures> }
    | { type: 'audio'; figures: AudioDescription };
  defaults: Defaults;
}
type AudioDescription = Pick<AudioFigures, 'codec' | 'profile' | 'rate' | 'channels'>;
interface Defaults {
  duration: number;
  size: number;
  flags: number;
}

const VIDEO: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  hvc1: 'hevc',
  hev1: 'hevc',
  av01: 'av1',
  vp09: 'vp9',
};
const AUDIO: Readonly<Record<string, string>> = {
  mp4a: 'aac',
  Opus: 'opus',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  '.mp3': 'mp3',
  fLaC: 'flac',
};

/** Audio stays inside, because browsers read it there. */
export function parseMp4(init: Uint8Array, segment: Uint8Array): ParsedSegment | null {
  const bytes = joinBytes([init, segment]);
  const tracks = tracksIn(bytes);
  const frames = framesIn(segment, tracks);
  const picture = tracks.find(({ kind, id }) => kind.type === 'video' && frames.has(id));
  const sound = tracks.find(({ kind, id }) => kind.type === 'audio' && frames.has(id));
  if (!picture && !sound) return null;
  const video = picture?.kind.type === 'video' ? videoOf(picture.kind.figures, frames.get(picture.id) ?? []) : null;
  const audio = sound?.kind.type === 'audio' ? audioOf(sound.kind.figures, frames.get(sound.id) ?? []) : null;
  return {
    figures: {
      seconds: video?.seconds ?? audio?.seconds ?? null,
      video: video?.figures ?? null,
      audio: audio?.figures ?? null,
    },
    sound: sound ? bytes : null,
  };
}

function videoOf(described: { codec: string } & Partial<Pictures>, frames: readonly MediaFrame[]) {
  const { seconds, ...timing } = timingOf(frames);
  const figures: VideoFigures = { frames: frames.length, ...timing, ...described };
  return { figures, seconds };
}

function audioOf(described: AudioDescription, frames: readonly MediaFrame[]) {
  const { seconds, kbit, holes } = timingOf(frames);
  const figures: AudioFigures = { ...described, kbit, holes };
  return { figures, seconds };
}

const MOST_TRACKS = 16;

function tracksIn(bytes: Uint8Array): Track[] {
  const defaults = new Map(
    [...within(bytes, ['moov', 'mvex', 'trex'])].map((trex) => [
      u32(trex, 4),
      { duration: u32(trex, 12), size: u32(trex, 16), flags: u32(trex, 20) },
    ]),
  );
  const tracks = [...within(bytes, ['moov', 'trak'])].slice(0, MOST_TRACKS);
  return tracks.flatMap((trak) => {
    const head = firstIn(trak, 'tkhd');
    const media = firstIn(trak, 'mdia', 'mdhd');
    const samples = firstIn(trak, 'mdia', 'minf', 'stbl', 'stsd');
    const kind = samples && kindOf(samples.subarray(8));
    if (!head || !media || !kind) return [];
    const id = u32(head, head[0] === 1 ? 20 : 12);
    const scale = u32(media, media[0] === 1 ? 20 : 12);
    return scale === 0 ? [] : [{ id, scale, kind, defaults: defaults.get(id) ?? { duration: 0, size: 0, flags: 0 } }];
  });
}

function kindOf(entries: Uint8Array): Track['kind'] | null {
  const [entry] = boxesIn(entries);
  const video = entry && VIDEO[entry.type];
  const audio = entry && AUDIO[entry.type];
  if (entry && video !== undefined) return { type: 'video', figures: picturesOf(video, entry.body) };
  return entry && audio !== undefined ? { type: 'audio', figures: soundOf(audio, entry.body) } : null;
}

function picturesOf(codec: string, entry: Uint8Array): { codec: string } & Partial<Pictures> {
  const boxes = entry.subarray(78);
  const [avc, hevc] = [firstIn(boxes, 'avcC'), firstIn(boxes, 'hvcC')];
  const params = avc ? avcSet(avc) : hevc ? hevcSet(hevc) : null;
  return { codec, width: u16(entry, 24), height: u16(entry, 26), ...params };
}

const avcSet = (box: Uint8Array) =>
  ((box[5] ?? 0) & 31) === 0 ? null : parseH264Set(box.subarray(8, 8 + u16(box, 6)));

const HEVC_SET = 33;

function hevcSet(box: Uint8Array): Pictures | null {
  let at = 23;
  for (let list = 0; list < (box[22] ?? 0) && at + 3 <= box.length; list += 1) {
    const type = (box[at] ?? 0) & 63;
    const count = u16(box, at + 1);
    at += 3;
    for (let unit = 0; unit < count && at + 2 <= box.length; unit += 1) {
      const length = u16(box, at);
      if (type === HEVC_SET) return parseHevcSet(box.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  return null;
}

function soundOf(codec: string, entry: Uint8Array): AudioDescription {
  const base = { codec, profile: null, rate: u16(entry, 24) || null, channels: u16(entry, 16) || null };
  const box = codec === 'aac' ? firstIn(entry.subarray(28), 'esds') : null;
  const config = box && decoderConfig(box.subarray(4));
  const aac = config && parseAacConfig(config);
  return aac ? { codec, profile: aac.profile, rate: aac.rate, channels: aac.channels || base.channels } : base;
}

/** Nested descriptors with lengths in 7-bit groups; the innermost is the configuration. */
function decoderConfig(bytes: Uint8Array): Uint8Array | null {
  const HEADERS: Readonly<Record<number, number>> = { 3: 3, 4: 13 };
  for (let at = 0; at + 2 <= bytes.length; ) {
    const tag = bytes[at] ?? 0;
    let length = 0;
    do {
      at += 1;
      length = length * 128 + ((bytes[at] ?? 0) & 127);
    } while (((bytes[at] ?? 0) & 128) !== 0 && at < bytes.length && length < 2 ** 21);
    at += 1;
    if (tag === 5) return bytes.subarray(at, at + length);
    at += HEADERS[tag] ?? length;
  }
  return null;
}

function framesIn(segment: Uint8Array, tracks: readonly Track[]): Map<number, MediaFrame[]> {
  const found = new Map<number, MediaFrame[]>();
  // A run may declare any number of samples, so the number of bytes limits it.
  let room = segment.length;
  for (const traf of within(segment, ['moof', 'traf'])) {
    const head = firstIn(traf, 'tfhd');
    const track = head && tracks.find(({ id }) => id === u32(head, 4));
    if (!head || !track) continue;
    const frames = found.get(track.id) ?? [];
    let time = decodeTime(traf);
    for (const run of within(traf, ['trun'])) {
      const read = runOf(run, { ...track, defaults: defaultsIn(head, track.defaults) }, time, room);
      for (const frame of read.frames) frames.push(frame);
      room -= read.frames.length;
      time = read.time;
    }
    if (frames.length > 0) found.set(track.id, frames);
  }
  return found;
}

function decodeTime(traf: Uint8Array): number {
  const box = firstIn(traf, 'tfdt');
  if (!box) return 0;
  return box[0] === 1 ? u64(box, 4) : u32(box, 4);
}

function defaultsIn(head: Uint8Array, before: Defaults): Defaults {
  const flags = u32(head, 0);
  let at = 8 + ((flags & 1) !== 0 ? 8 : 0) + ((flags & 2) !== 0 ? 4 : 0);
  const next = (flag: number, fallback: number) => {
    if ((flags & flag) === 0) return fallback;
    at += 4;
    return u32(head, at - 4);
  };
  return { duration: next(8, before.duration), size: next(16, before.size), flags: next(32, before.flags) };
}

const NOT_SYNC = 0x10000;

function runOf(run: Uint8Array, { scale, defaults, kind }: Track, start: number, room: number) {
  const flags = u32(run, 0);
  const count = Math.min(u32(run, 4), room);
  let at = 8 + ((flags & 1) !== 0 ? 4 : 0);
  const first = (flags & 4) !== 0 ? u32(run, at) : null;
  if (first !== null) at += 4;
  const next = (flag: number, fallback: number) => {
    if ((flags & flag) === 0) return fallback;
    at += 4;
    return u32(run, at - 4);
  };
  const hasFields = (flags & 0xf00) !== 0;
  const frames: MediaFrame[] = [];
  let time = start;
  for (let i = 0; i < count && !(hasFields && at >= run.length); i += 1) {
    const duration = next(0x100, defaults.duration);
    const bytes = next(0x200, defaults.size);
    const sampleFlags = next(0x400, i === 0 ? (first ?? defaults.flags) : defaults.flags);
    // Signed since version 1; a larger offset is unrealistic.
    const late = next(0x800, 0) | 0;
    frames.push({ time: (time + late) / scale, bytes, key: kind.type === 'video' && (sampleFlags & NOT_SYNC) === 0 });
    time += duration;
  }
  return { frames, time };
}
