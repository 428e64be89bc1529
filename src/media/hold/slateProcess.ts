import type { ProcessConfig } from '../../api/answers/process.ts';
import { slateId } from '../../api/processIds.ts';
import type { ParsedSegment } from '../hls/segment/mpegTs.ts';

/** The properties that a slate shares with the source, so that readers which copy survive the switch. */
export interface SlateShape {
  width: number;
  height: number;
  /** A number or fraction for ffmpeg. */
  fps: string;
  bFrames: boolean;
  profile: 'baseline' | 'main' | 'high';
  audio: { codec: 'aac' | 'libmp3lame'; rate: number; channels: number } | null;
  /** Seconds between keyframes. */
  segment: number;
}

export type SlateObstacle = 'codec' | 'no-video' | 'audio-codec' | 'pictures' | 'unreadable';

const SLATE_SECONDS = 10;
const LONGEST_SEGMENT = 6;
const BITRATE = '400k';
const BACKGROUND = '0x101418';

const BROADCAST_RATES = { '24000/1001': 23.976, '30000/1001': 29.97, '60000/1001': 59.94 };

function rateOf(fps: number): string {
  const broadcast = Object.entries(BROADCAST_RATES).find(([, rate]) => Math.abs(rate - fps) < 0.015);
  if (broadcast) return broadcast[0];
  return Math.abs(Math.round(fps) - fps) < 0.1 ? String(Math.round(fps)) : fps.toFixed(2);
}

/** x264's `baseline` is the constrained one, which decoders of the other play as well. */
const PROFILES: Readonly<Record<string, SlateShape['profile']>> = {
  ...{ Baseline: 'baseline', 'Constrained Baseline': 'baseline', Main: 'main', High: 'high' },
};
const AUDIO_ENCODERS: Readonly<Record<string, 'aac' | 'libmp3lame'>> = { aac: 'aac', mp3: 'libmp3lame' };

/** @param usual length of the source's segments, in seconds */
export function slateShapeOf(segment: ParsedSegment | null, usual: number): SlateShape | SlateObstacle {
  if (segment === null) return 'unreadable';
  const { video, audio } = segment.figures;
  if (video === null) return 'no-video';
  if (video.codec !== 'h264') return 'codec';
  const { width, height, profile } = video;
  const fps = video.statedFps ?? video.fps;
  if (width === undefined || height === undefined || fps === null || !(fps >= 1 && fps <= 120)) return 'unreadable';
  const codecProfile = PROFILES[profile ?? ''];
  if (codecProfile === undefined) return 'pictures';
  const encoder = audio === null ? null : AUDIO_ENCODERS[audio.codec];
  if (encoder === undefined) return 'audio-codec';
  if (encoder !== null && !(audio?.rate && audio.channels)) return 'unreadable';
  return {
    width,
    height,
    fps: rateOf(fps),
    bFrames: video.reordered === true,
    profile: codecProfile,
    audio: encoder === null ? null : { codec: encoder, rate: audio?.rate ?? 0, channels: audio?.channels ?? 0 },
    segment: Math.min(LONGEST_SEGMENT, Math.max(1, Math.round(usual))),
  };
}

const WRAP_SECONDS = 2 ** 33 / 90_000;
const TEN_HOURS = 36_000;

/**
 * ffmpeg repairs a jump of hours, but after one of about 10 s audio and video stay out of sync, so the time stamps of
 * the slate stay at least an hour away from those of the source.
 * @param uptime seconds of the source's run, whose time stamps start at 0
 */
export function slateOffset(uptime: number): number {
  const at = uptime % WRAP_SECONDS;
  const distance = Math.abs(at - TEN_HOURS);
  return distance > 2 * 3600 && WRAP_SECONDS - at > 3600 ? TEN_HOURS : 5 * 3600;
}

export const slatePlaylistFile = (channel: string) => `hold-${channel}_slate.m3u8`;
/** Segments of a slate, not of a channel or a backup. */
export const SLATE_FILES = /^hold-(?![0-9a-f-]{36}_b\d[_.])/;

/**
 * Writes ten seconds into the core's memory and ends; the core runs it again after a restart.
 * @param image input for ffmpeg; null for a plain background
 * @param mark unique per slate, since readers may still hold segments of the previous one
 */
export function slateProcess({
  channel,
  image,
  shape,
  offset,
  mark,
}: {
  channel: string;
  image: string | null;
  shape: SlateShape;
  offset: number;
  mark: string;
}): ProcessConfig {
  const { width, height, fps, bFrames, profile, audio, segment } = shape;
  const seconds = Math.ceil(SLATE_SECONDS / segment) * segment;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,setsar=1,format=yuv420p`;
  const silence =
    audio === null
      ? []
      : [
          {
            id: 'input_1',
            address: `anullsrc=r=${audio.rate}:cl=${audio.channels === 1 ? 'mono' : 'stereo'}`,
            options: ['-f', 'lavfi', '-t', `${seconds}`],
          },
        ];
  return {
    type: 'ffmpeg',
    id: slateId(channel),
    reference: channel,
    input: [
      image === null
        ? {
            id: 'input_0',
            address: `color=c=${BACKGROUND}:s=${width}x${height}:r=${fps}`,
            options: ['-f', 'lavfi', '-t', `${seconds}`],
          }
        : { id: 'input_0', address: image, options: ['-loop', '1', '-framerate', fps, '-t', `${seconds}`] },
      ...silence,
    ],
    output: [
      {
        id: 'output_0',
        address: `{memfs}/${slatePlaylistFile(channel)}`,
        options: [
          ...['-map', '0:v:0', '-vf', fit, '-codec:v', 'libx264', '-preset', 'veryfast', '-tune', 'stillimage'],
          ...[
            '-profile:v',
            profile,
            '-bf',
            bFrames ? '2' : '0',
            '-b:v',
            BITRATE,
            '-maxrate',
            BITRATE,
            '-bufsize',
            BITRATE,
          ],
          ...['-force_key_frames', `expr:gte(t,n_forced*${segment})`, '-sc_threshold', '0'],
          ...(audio === null
            ? ['-an']
            : [
                '-map',
                '1:a:0',
                '-codec:a',
                audio.codec,
                '-b:a',
                '64k',
                '-ar',
                `${audio.rate}`,
                '-ac',
                `${audio.channels}`,
              ]),
          ...['-output_ts_offset', `${offset}`, '-f', 'hls', '-hls_time', `${segment}`, '-hls_playlist_type', 'vod'],
          ...['-hls_segment_filename', `{memfs}/hold-${channel}_${mark}_%03d.ts`, '-method', 'PUT'],
        ],
        cleanup: [],
      },
    ],
    options: ['-y'],
    autostart: true,
    reconnect: false,
    reconnect_delay_seconds: 0,
    stale_timeout_seconds: 30,
  };
}
