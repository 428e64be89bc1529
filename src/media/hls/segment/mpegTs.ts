import { type AudioHeader, isLayer2, parseAdts, parseMp3 } from './audioHeaders.ts';
import { joinBytes, u16 } from './bits.ts';
import { nalUnitsIn, type Pictures, parseH264Set, parseHevcSet } from './parameterSets.ts';
import {
  type AudioFigures,
  type MediaFrame,
  type SegmentFigures,
  timingOf,
  type VideoFigures,
} from './segmentFigures.ts';

interface PictureStart {
  /** Null if no picture was found. */
  key: boolean | null;
  pictures: Pictures | null;
}

interface VideoReader {
  typeOf(unit: Uint8Array): number;
  isSet(type: number): boolean;
  isPicture(type: number): boolean;
  isKey(type: number): boolean;
  parse(unit: Uint8Array): Pictures | null;
}

const READINGS: Readonly<Record<'h264' | 'hevc', VideoReader>> = {
  h264: {
    typeOf: ([header = 0]) => header & 31,
    isSet: (type) => type === 7,
    isPicture: (type) => type >= 1 && type <= 5,
    isKey: (type) => type === 5,
    parse: parseH264Set,
  },
  hevc: {
    typeOf: ([header = 0]) => (header >> 1) & 63,
    isSet: (type) => type === 33,
    isPicture: (type) => type < 32,
    isKey: (type) => type >= 16 && type <= 23,
    parse: parseHevcSet,
  },
};

function openingOf(codec: keyof typeof READINGS, units: readonly Uint8Array[]): PictureStart {
  const reading = READINGS[codec];
  let pictures: Pictures | null = null;
  for (const unit of units) {
    const type = reading.typeOf(unit);
    if (reading.isSet(type)) pictures ??= reading.parse(unit);
    if (reading.isPicture(type)) return { key: reading.isKey(type), pictures };
  }
  return { key: null, pictures };
}

const OPENING_BYTES = 4096;

const openingIn = (codec: keyof typeof READINGS, bytes: Uint8Array): PictureStart =>
  openingOf(codec, nalUnitsIn(bytes.subarray(0, OPENING_BYTES)));

/* No library fits: mux.js in video.js lacks profile, level and frame rate, and others are too large. */

const PACKET = 188;
const SYNC = 0x47;

/** ffmpeg's codec names by stream type. */
const KINDS: Readonly<Record<number, { type: 'video' | 'audio'; codec: string }>> = {
  1: { type: 'video', codec: 'mpeg1video' },
  2: { type: 'video', codec: 'mpeg2video' },
  3: { type: 'audio', codec: 'mp3' },
  4: { type: 'audio', codec: 'mp3' },
  15: { type: 'audio', codec: 'aac' },
  17: { type: 'audio', codec: 'aac_latm' },
  27: { type: 'video', codec: 'h264' },
  36: { type: 'video', codec: 'hevc' },
  129: { type: 'audio', codec: 'ac3' },
  135: { type: 'audio', codec: 'eac3' },
};

interface Elementary {
  type: 'video' | 'audio';
  codec: string;
  packets: Packet[];
}

/** A PES packet: one picture, or some audio frames. */
interface Packet {
  /** Seconds. */
  time: number | null;
  marked: boolean;
  pieces: Uint8Array[];
  bytes: number;
}

/** `sound`: the audio as a separate file, if a browser can play it. */
export interface ParsedSegment {
  figures: SegmentFigures;
  sound: Uint8Array | null;
}

export function parseTs(bytes: Uint8Array): ParsedSegment | null {
  const streams = demultiplexed(bytes);
  const video = streams.find(({ type, packets }) => type === 'video' && packets.length > 0);
  const audio = streams.find(({ type, packets }) => type === 'audio' && packets.length > 0);
  if (!video && !audio) return null;
  const videoInfo = video ? videoOf(video) : null;
  const sound = audio ? joinBytes(audio.packets.flatMap(({ pieces }) => pieces)) : null;
  const audioInfo = audio && sound ? audioOf(audio, sound) : null;
  return {
    figures: {
      seconds: videoInfo?.seconds ?? audioInfo?.seconds ?? null,
      video: videoInfo?.figures ?? null,
      audio: audioInfo?.figures ?? null,
    },
    sound: audio && ['aac', 'mp3'].includes(audio.codec) ? sound : null,
  };
}

function demultiplexed(bytes: Uint8Array): Elementary[] {
  const streams = new Map<number, Elementary>();
  let map = -1;
  for (let at = 0; at + PACKET <= bytes.length; ) {
    if (bytes[at] !== SYNC) {
      at += 1;
      continue;
    }
    const packet = bytes.subarray(at, at + PACKET);
    at += PACKET;
    const pid = u16(packet, 1) & 0x1fff;
    const starts = ((packet[1] ?? 0) & 0x40) !== 0;
    const { from, marked } = afterAdaptation(packet);
    if (from >= PACKET) continue;
    const payload = packet.subarray(from);
    if (pid === 0 && starts) map = mapIn(payload);
    else if (pid === map && starts)
      for (const [id, found] of streamsIn(payload)) if (!streams.has(id)) streams.set(id, found);
    const stream = streams.get(pid);
    if (stream) take(stream, payload, starts, marked);
  }
  return [...streams.values()].map((stream) => ({ ...stream, codec: codecOf(stream) }));
}

/** MP2 and MP3 share a stream type. */
function codecOf({ codec, packets }: Elementary): string {
  const begin = packets[0]?.pieces[0];
  return codec === 'mp3' && begin && isLayer2(begin) ? 'mp2' : codec;
}

function afterAdaptation(packet: Uint8Array): { from: number; marked: boolean } {
  const control = ((packet[3] ?? 0) >> 4) & 3;
  const length = control >= 2 ? (packet[4] ?? 0) : -1;
  const from = (control & 1) === 0 ? PACKET : 5 + length;
  return { from, marked: length > 0 && ((packet[5] ?? 0) & 0x40) !== 0 };
}

const tableIn = (payload: Uint8Array) => payload.subarray(1 + (payload[0] ?? 0));

function mapIn(payload: Uint8Array): number {
  const table = tableIn(payload);
  for (let at = 8; at + 4 <= table.length; at += 4) if (u16(table, at) !== 0) return u16(table, at + 2) & 0x1fff;
  return -1;
}

function streamsIn(payload: Uint8Array): [number, Elementary][] {
  const table = tableIn(payload);
  const end = Math.min(3 + (u16(table, 1) & 0xfff) - 4, table.length);
  const found: [number, Elementary][] = [];
  for (let at = 12 + (u16(table, 10) & 0xfff); at + 5 <= end; at += 5 + (u16(table, at + 3) & 0xfff)) {
    const kind = KINDS[table[at] ?? 0] ?? privateKind(table.subarray(at + 5, at + 5 + (u16(table, at + 3) & 0xfff)));
    if (kind) found.push([u16(table, at + 1) & 0x1fff, { ...kind, packets: [] }]);
  }
  return found;
}

/** Codecs without a stream type are identified by a descriptor: "Opus", "AC-3". */
function privateKind(descriptors: Uint8Array): { type: 'audio'; codec: string } | null {
  const text = String.fromCharCode(...descriptors.subarray(0, 64));
  const codec = text.includes('Opus') ? 'opus' : text.includes('EAC3') ? 'eac3' : text.includes('AC-3') ? 'ac3' : null;
  return codec === null ? null : { type: 'audio', codec };
}

function take({ packets }: Elementary, payload: Uint8Array, starts: boolean, marked: boolean) {
  if (!starts) {
    const last = packets.at(-1);
    last?.pieces.push(payload);
    if (last) last.bytes += payload.length;
    return;
  }
  if (payload[0] !== 0 || payload[1] !== 0 || payload[2] !== 1) return;
  const body = payload.subarray(9 + (payload[8] ?? 0));
  packets.push({ time: timeOf(payload), marked, pieces: [body], bytes: body.length });
}

const CLOCK = 90_000;

function timeOf(header: Uint8Array): number | null {
  if (header.length < 14 || ((header[7] ?? 0) & 0x80) === 0) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = header.subarray(9, 14);
  return (((a >> 1) & 7) * 2 ** 30 + b * 2 ** 22 + (c >> 1) * 2 ** 15 + d * 2 ** 7 + (e >> 1)) / CLOCK;
}

/** Times restart after 26.5 hours. */
const WRAP_S = 2 ** 33 / CLOCK;

function framesOf(packets: readonly Packet[], isKey: (packet: Packet) => boolean): MediaFrame[] {
  let before: number | null = null;
  return packets.flatMap((packet) => {
    const { time, bytes } = packet;
    if (time === null) return [];
    const unwrapped: number = before !== null && time < before - WRAP_S / 2 ? time + WRAP_S : time;
    before ??= time;
    return [{ time: unwrapped, bytes, key: isKey(packet) }];
  });
}

function videoOf({ codec, packets }: Elementary): { figures: VideoFigures; seconds: number | null } {
  const read = codec === 'h264' || codec === 'hevc' ? codec : null;
  const openings = new Map(
    read ? packets.map((packet) => [packet, openingIn(read, joinBytes(packet.pieces, OPENING_BYTES))]) : [],
  );
  // A picture that is not an IDR can also be a random access point, which the muxer marks.
  const frames = framesOf(packets, (packet) => openings.get(packet)?.key === true || packet.marked);
  const pictures = [...openings.values()].find((opening) => opening.pictures)?.pictures;
  const { seconds, ...timing } = timingOf(frames);
  return { figures: { codec, frames: frames.length, ...timing, ...pictures }, seconds };
}

function soundOf(codec: string, bytes: Uint8Array): AudioHeader | null {
  if (codec === 'aac') return parseAdts(bytes);
  return codec === 'mp3' ? parseMp3(bytes) : null;
}

function audioOf({ codec, packets }: Elementary, bytes: Uint8Array): { figures: AudioFigures; seconds: number | null } {
  const sound = soundOf(codec, bytes);
  const { seconds: timedSeconds, kbit, holes } = timingOf(framesOf(packets, () => false));
  const seconds = sound && sound.rate > 0 ? (sound.frames * sound.samples) / sound.rate : timedSeconds;
  return {
    figures: {
      codec,
      profile: sound?.profile ?? null,
      rate: sound?.rate ?? null,
      channels: sound?.channels ?? null,
      kbit: seconds !== null && seconds > 0 ? (bytes.length * 8) / 1000 / seconds : kbit,
      holes,
    },
    seconds,
  };
}
