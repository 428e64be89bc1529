import type { Input } from '../encoding/profile.ts';
import type { MediaType } from '../encoding/streams.ts';

export type LoopContent = 'image' | 'video' | 'audio';

export type LoopFileType = Partial<Record<LoopContent, string>>;

export const HEAD_BYTES = 1024;

/** Bytes; other interfaces have the same limits. */
export const LIMITS: Readonly<Record<LoopContent, number>> = {
  image: 2_097_152,
  video: 26_214_400,
  audio: 26_214_400,
};

const TS_PACKET = 188;
const TS_SYNC = 0x47;

const at = (bytes: Uint8Array, offset: number, sign: string) =>
  [...sign].every((char, i) => bytes[offset + i] === char.charCodeAt(0));

const isTransport = (bytes: Uint8Array) => [0, 1, 2].every((packet) => bytes[packet * TS_PACKET] === TS_SYNC);

/** MP3 without a tag, or AAC: 11 or 12 set bits, then the layer. */
const layerOf = (bytes: Uint8Array): number | null => {
  const [first = 0, second = 0] = bytes;
  return first === 0xff && (second & 0xe0) === 0xe0 ? (second >> 1) & 3 : null;
};

const both = (kind: string): LoopFileType => ({ video: `video/${kind}`, audio: `audio/${kind}` });

type Row = readonly [fits: (bytes: Uint8Array) => boolean, type: LoopFileType, demuxers: string];

/** The first match applies. ffmpeg may use only these demuxers, which cannot open other files. */
const TYPES: readonly Row[] = [
  [(bytes) => at(bytes, 0, '\x89PNG\r\n\x1a\n'), { image: 'image/png' }, 'png_pipe'],
  [(bytes) => at(bytes, 0, '\xff\xd8\xff'), { image: 'image/jpeg' }, 'jpeg_pipe,mjpeg'],
  [(bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WEBP'), { image: 'image/webp' }, 'webp_pipe'],
  [(bytes) => at(bytes, 0, 'GIF8'), { video: 'video/gif' }, 'gif'],
  [(bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'WAVE'), { audio: 'audio/wav' }, 'wav'],
  [(bytes) => at(bytes, 0, 'RIFF') && at(bytes, 8, 'AVI '), { video: 'video/x-msvideo' }, 'avi'],
  [(bytes) => at(bytes, 4, 'ftyp'), both('mp4'), 'mov'],
  [(bytes) => ['moov', 'mdat', 'wide', 'free'].some((box) => at(bytes, 4, box)), { video: 'video/quicktime' }, 'mov'],
  [(bytes) => at(bytes, 0, '\x1aE\xdf\xa3'), both('webm'), 'matroska'],
  [(bytes) => at(bytes, 0, 'OggS'), both('ogg'), 'ogg'],
  [(bytes) => at(bytes, 0, 'fLaC'), { audio: 'audio/flac' }, 'flac'],
  [(bytes) => at(bytes, 0, 'FLV\x01'), { video: 'video/x-flv' }, 'flv,live_flv'],
  [(bytes) => at(bytes, 0, '\0\0\x01\xba'), { video: 'video/mpeg' }, 'mpeg'],
  [isTransport, { video: 'video/mp2t' }, 'mpegts'],
  [(bytes) => at(bytes, 0, 'ID3') || (layerOf(bytes) ?? 0) > 0, { audio: 'audio/mpeg' }, 'mp3'],
  [(bytes) => layerOf(bytes) === 0, { audio: 'audio/aac' }, 'aac'],
];

/** Decides by the first bytes only. */
export const loopFileTypeOf = (bytes: Uint8Array): LoopFileType | null =>
  TYPES.find(([fits]) => fits(bytes))?.[1] ?? null;

export const loopMimetypes = (): string[] => TYPES.flatMap(([, type]) => Object.values(type));

const DEMUXERS = [...new Set(TYPES.map(([, , demuxers]) => demuxers))].join();

/** A playlist behind an ID3 tag would make ffmpeg open other files, so only these demuxers are allowed. */
export const uploadedFile = (path: string, options: readonly string[] = []): Input => ({
  address: `{diskfs}${path}`,
  options: ['-format_whitelist', DEMUXERS, ...options],
});

export function contentFor(type: MediaType, file: LoopFileType): LoopContent | null {
  const candidates: readonly LoopContent[] = type === 'audio' ? ['audio'] : ['image', 'video'];
  return candidates.find((content) => file[content] !== undefined) ?? null;
}
