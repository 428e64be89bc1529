import type { StreamChange } from '../../../src/api/arrivingStream.ts';
import { findMappedStreams } from '../command/missingStream.ts';
import type { InputOrOutput, ResolvedProcess } from '../command/resolveProcess.ts';

const isHls = ({ options }: InputOrOutput) => options.some((option, i) => option === 'hls' && options[i - 1] === '-f');

/**
 * An output on stdout with one line for each packet that is read, and the hash of what decodes the video at each keyframe:
 * of sources that no server of ours carries, ffmpeg says nothing when their audio ends or their picture changes.
 * None where no video of a source that `isLive` names becomes HLS.
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
    // Of two streams, the muxer would wait for the one that has ended.
    ...['-max_interleave_delta', '500000', '-flush_packets', '1', '-f', 'framehash', '-hash', 'adler32', 'pipe:1'],
  ];
}

const REFUSALS =
  /not supported by the bitstream filter 'extract_extradata'|bitstream filter:? '?extract_extradata|output format 'framehash'|Unrecognized option '(?:hash|max_interleave_delta)'/i;

/** Whether ffmpeg says that it cannot run with this output: not of every codec, nor in every build. */
export const refusesPacketWatch = (line: string): boolean => REFUSALS.test(line);

/** Encoders send both media within a second; audio that is away for this long has ended. */
const GONE_MS = 2_000;
/** In bytes. Times and ids that some packets carry are shorter than any header of H.264 or HEVC. */
const SHORTEST_HEADER = 17;
const MOST_LEARNED = 16;

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
  /** A line of `packetWatchOutput`; `nowMs` of `elapsedMs()`. */
  line(text: string, nowMs: number): StreamChange | null;
}

export function createPacketWatch(): PacketWatch {
  const types = new Map<number, string>();
  const ticks = new Map<number, number>();
  /** The first video without audio beside it. */
  let alone: { readonly seconds: number; readonly atMs: number } | null = null;
  let isAway = false;
  let known: readonly string[] = [];
  let isLearned = false;
  let next: readonly string[] = [];

  const isAudioGone = (seconds: number, nowMs: number): boolean => {
    if (isAway || ![...types.values()].includes('audio')) return false;
    if (alone === null || seconds < alone.seconds) alone = { seconds, atMs: nowMs };
    return (seconds - alone.seconds) * 1000 > GONE_MS && nowMs - alone.atMs > GONE_MS;
  };

  /**
   * A header counts from its second keyframe on: some encoders alternate. All are known until one comes again, as the
   * first one of a playlist may begin with a byte less.
   */
  const isOtherVideo = (headers: readonly string[]): boolean => {
    if (headers.length === 0) return false;
    if (headers.some((one) => known.includes(one))) {
      isLearned = true;
      next = [];
      return false;
    }
    if (!isLearned) {
      known = [...known, ...headers].slice(-MOST_LEARNED);
      return false;
    }
    const isConfirmed = headers.some((one) => next.includes(one));
    if (isConfirmed) known = headers;
    next = isConfirmed ? [] : headers;
    return isConfirmed;
  };

  return {
    line(text, nowMs) {
      const [, of, medium] = MEDIA.exec(text) ?? [];
      if (of !== undefined && medium !== undefined) types.set(Number(of), medium);
      const [, at, length, scale] = TIME_BASE.exec(text) ?? [];
      if (at !== undefined) ticks.set(Number(at), Number(length) / Number(scale));
      const [, index, dts] = PACKET.exec(text) ?? [];
      if (index === undefined) return null;
      const type = types.get(Number(index));
      if (type === 'audio') alone = null;
      if (type !== 'video') return null;
      if (isOtherVideo(headersIn(text))) return 'video-changed';
      if (!isAudioGone(Number(dts) * (ticks.get(Number(index)) ?? 0), nowMs)) return null;
      isAway = true;
      return 'audio-lost';
    },
  };
}
