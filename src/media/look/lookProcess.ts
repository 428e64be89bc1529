import type { ProcessConfig } from '../../api/answers/process.ts';
import type { Input } from '../encoding/profile.ts';
import { addressIn } from '../hls/hlsFiles.ts';
import { BLACK } from '../hls/segment/frozenPicture.ts';
import { SILENCE_DBFS } from '../hls/segment/loudness.ts';
import { inputFieldsOf } from '../process/processFields.ts';
import { LOOK_DETAIL, LOOK_GRID } from './look.ts';

/** In case the agent was killed. */
const KEPT_S = 60;
const STALE_AFTER_S = 15;
/** An 8K picture with its references stays below. */
const MEMORY_MB = 768;
const MEMORY_WAIT_S = 1;

export type LookedAt = keyof typeof PICTURES;

/** A longer look is cut. */
export const MOST_LOOK_S = 30;

/**
 * `black`: the share of dark pixels is that of a black picture with noise; a dark scene has lights. `still`: the mean
 * difference of two pictures that counts as none, above that of two encodings of the same picture and below the noise
 * of a camera; pictures further apart than its duration would count as still. `silent`: shorter pauses are not listed.
 */
export const LOOK_FILTERS = {
  black: { filter: 'blackdetect', options: { d: 0.1, pic_th: 0.995, pix_th: round(BLACK / 255) } },
  still: { filter: 'freezedetect', options: { n: '-52dB', d: 5 } },
  silent: { filter: 'silencedetect', options: { n: `${SILENCE_DBFS}dB`, d: 1 } },
} as const;

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}

const argumentOf = ({ filter, options }: (typeof LOOK_FILTERS)[keyof typeof LOOK_FILTERS]): string =>
  `${filter}=${Object.entries(options)
    .map(([name, value]) => `${name}=${value}`)
    .join(':')}`;

const FRAME_FILTERS = [
  'fps=1',
  `scale=${LOOK_GRID.width * LOOK_DETAIL}:${LOOK_GRID.height * LOOK_DETAIL}:flags=area`,
  'format=gray',
];

/** Most of the cost is decoding. Without unreferenced frames and the loop filter, it is 40 % less at 1080p. */
const PICTURES = {
  key: {
    options: ['-skip_frame', 'nokey'],
    filters: [argumentOf(LOOK_FILTERS.black), argumentOf(LOOK_FILTERS.still), ...FRAME_FILTERS].join(','),
  },
  second: {
    options: ['-skip_frame', 'noref', '-skip_loop_filter', 'all'],
    filters: FRAME_FILTERS.join(','),
  },
} as const;

const SOUND_FILTERS = `${argumentOf(LOOK_FILTERS.silent)},volumedetect`;

interface LookRequest {
  /** See `lookId`. */
  id: string;
  /** Id of the channel. */
  channel: string;
  /** Options of the input, such as where in a playlist to start, are kept. */
  input: Input;
  /** At most `MOST_LOOK_S` of the stream are read. */
  seconds: number;
  /**
   * `key`: decodes keyframes only, which costs a fraction, and detects black and still ones. `second`: each frame is one
   * of its second; nothing is detected.
   */
  pictures: LookedAt;
  /** False for audio alone. Audio may be missing in any case. */
  hasVideo: boolean;
  /** For the frames, with a leading slash. Must be unguessable, because files in the memory are public. */
  file: string;
}

/**
 * Reads a stream once and ends. Its log and its file are read by `readLook`. An output without audio would fail, so
 * generated silence is its first stream.
 */
export const lookProcess = ({
  id,
  channel,
  input: { address, options },
  seconds,
  pictures,
  hasVideo,
  file,
}: LookRequest): ProcessConfig => {
  const limit = ['-t', `${Math.min(MOST_LOOK_S, seconds)}`];
  return {
    type: 'ffmpeg',
    id,
    reference: channel,
    input: inputFieldsOf([
      {
        address,
        options: [...PICTURES[pictures].options, '-threads', '1', ...limit, ...options],
      },
      { address: 'anullsrc=r=8000:cl=mono', options: ['-f', 'lavfi', '-t', '0.1'] },
    ]),
    output: [
      {
        id: 'output_0',
        address: '-',
        options: ['-map', '1:a:0', '-map', '0:a:0?', '-filter:a:1', SOUND_FILTERS, ...limit, '-f', 'null'],
      },
      ...(hasVideo
        ? [
            {
              id: 'output_1',
              address: addressIn('memfs', file),
              options: [
                ...[
                  '-map',
                  '0:v:0',
                  '-vf',
                  PICTURES[pictures].filters,
                  ...limit,
                  '-codec:v',
                  'rawvideo',
                  '-f',
                  'rawvideo',
                ],
                ...['-method', 'PUT'],
              ],
              cleanup: [
                { pattern: `memfs:${file}`, max_files: 0, max_file_age_seconds: KEPT_S, purge_on_delete: true },
              ],
            },
          ]
        : []),
    ],
    options: ['-hide_banner', '-err_detect', 'ignore_err'],
    autostart: false,
    reconnect: false,
    reconnect_delay_seconds: 0,
    stale_timeout_seconds: STALE_AFTER_S,
    limits: { cpu_usage: 0, memory_mbytes: MEMORY_MB, waitfor_seconds: MEMORY_WAIT_S },
  };
};
