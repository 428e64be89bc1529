import type { StreamChange } from '../../../src/api/arrivingStream.ts';
import { findMappedStreams } from '../command/missingStream.ts';
import type { InputOrOutput, ResolvedProcess } from '../command/resolveProcess.ts';

const isHls = ({ options }: InputOrOutput) => options.some((option, i) => option === 'hls' && options[i - 1] === '-f');

/**
 * One line on stdout per packet, with a hash of the codec header at keyframes: ffmpeg reports no end of audio or new
 * video.
 */
export function packetWatchOutput(
  { input, output }: Pick<ResolvedProcess, 'input' | 'output'>,
  isLive: (input: InputOrOutput) => boolean,
): string[] {
  const live = findMappedStreams(output.filter(isHls)).filter(({ input: at, type }) => {
    const read = input[at];
    return read !== undefined && type !== null && isLive(read);
  });
  if (!live.some(({ type }) => type === 'video')) return [];
  const maps = new Set(live.map(({ map }) => map));
  return [
    ...[...maps].flatMap((map) => ['-map', `${map}?`]),
    ...['-c', 'copy', '-bsf:v', 'extract_extradata'],
    // By default, the muxer would wait for a stream that ended.
    ...['-max_interleave_delta', '500000', '-flush_packets', '1', '-f', 'framehash', '-hash', 'adler32', 'pipe:1'],
  ];
}

const REFUSALS =
  /not supported by the bitstream filter 'extract_extradata'|bitstream filter:? '?extract_extradata|output format 'framehash'|Unrecognized option '(?:hash|max_interleave_delta)'/i;

/** Whether ffmpeg rejects this output, which depends on codec and build. */
export const refusesPacketWatch = (line: string): boolean => REFUSALS.test(line);

const NO_SIZE = /^\[framehash @ \w+\] dimensions not set/;

/** Whether ffmpeg exits because no video has arrived yet, while HLS would wait. */
export const lacksPicture = (line: string): boolean => NO_SIZE.test(line);

/** Encoders send both media within a second. */
const GONE_MS = { audio: 2_000, video: 3_000 };
/** In bytes. Side data such as times and ids is shorter than any H.264 or HEVC header. */
const SHORTEST_HEADER = 17;
const MAX_LEARNED = 16;

const LONGEST_PAUSE_S = 10;

const MEDIA = /^#media_type (\d+): (\w+)/;
const TIME_BASE = /^#tb (\d+): (\d+)\/(\d+)/;
const PACKET = /^(\d+),\s*(-?\d+),/;
const SIDE_DATA = /, S=\d+((?:,\s*\d+,\s*[\da-f]+)+)\s*$/;
const PIECE = /,\s*(\d+),\s*([\da-f]+)/g;

function headersIn(line: string): string[] {
  const [, pieces = ''] = SIDE_DATA.exec(line) ?? [];
  return [...pieces.matchAll(PIECE)].flatMap(([, size, hash]) =>
    Number(size) >= SHORTEST_HEADER ? `${size}:${hash}` : [],
  );
}

export interface PacketWatch {
  line(text: string, nowMs: number): StreamChange | null;
}

type Medium = keyof typeof GONE_MS;

/** `isVideoLost`: the previous run ended without video. */
export function createPacketWatch({ isVideoLost = false } = {}): PacketWatch {
  const types = new Map<number, string>();
  const ticks = new Map<number, number>();
  /** First packet of a medium since the last one of the other. */
  const unpaired: Record<Medium, { readonly seconds: number; readonly atMs: number } | null> = {
    audio: null,
    video: null,
  };
  const away = new Set<Medium>(isVideoLost ? ['video'] : []);
  /** Seconds between the last two pictures: some sources send one every few seconds. */
  let pause = 0;
  let shownAt: number | null = null;
  let headersBefore: readonly string[] = [];
  let isLearned = false;
  let next: readonly string[] = [];

  const isGone = (medium: Medium, beside: Medium, seconds: number, nowMs: number): boolean => {
    if (away.has(medium) || ![...types.values()].includes(medium)) return false;
    const since = unpaired[beside];
    const from = since === null || seconds < since.seconds ? { seconds, atMs: nowMs } : since;
    unpaired[beside] = from;
    const goneMs = medium === 'video' ? Math.max(GONE_MS.video, 2 * pause * 1000) : GONE_MS.audio;
    return (seconds - from.seconds) * 1000 > goneMs && nowMs - from.atMs > goneMs;
  };

  /** Some encoders alternate headers, and the first one of a playlist may be a byte shorter. */
  const isOtherVideo = (headers: readonly string[]): boolean => {
    if (headers.length === 0) return false;
    if (headers.some((header) => headersBefore.includes(header))) {
      isLearned = true;
      next = [];
      return false;
    }
    if (!isLearned) {
      headersBefore = [...headersBefore, ...headers].slice(-MAX_LEARNED);
      return false;
    }
    const isConfirmed = headers.some((header) => next.includes(header));
    if (isConfirmed) headersBefore = headers;
    next = isConfirmed ? [] : headers;
    return isConfirmed;
  };

  return {
    line(text, nowMs) {
      const [, streamIndex, type] = MEDIA.exec(text) ?? [];
      if (streamIndex !== undefined && type !== undefined) types.set(Number(streamIndex), type);
      const [, at, length, scale] = TIME_BASE.exec(text) ?? [];
      if (at !== undefined) ticks.set(Number(at), Number(length) / Number(scale));
      const [, index, dts] = PACKET.exec(text) ?? [];
      if (index === undefined) return null;
      const medium = types.get(Number(index));
      if (medium !== 'audio' && medium !== 'video') return null;
      const seconds = Number(dts) * (ticks.get(Number(index)) ?? 0);
      const other = medium === 'audio' ? 'video' : 'audio';
      unpaired[other] = null;
      if (medium === 'video') {
        pause = shownAt === null ? 0 : Math.min(LONGEST_PAUSE_S, Math.max(0, seconds - shownAt));
        shownAt = seconds;
      }
      // Lost audio was already replaced by silence.
      if (medium === 'video' && away.delete('video')) return 'video-added';
      if (medium === 'video' && isOtherVideo(headersIn(text))) return 'video-changed';
      if (!isGone(other, medium, seconds, nowMs)) return null;
      away.add(other);
      return `${other}-lost`;
    },
  };
}
