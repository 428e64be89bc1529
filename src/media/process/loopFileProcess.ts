import type { ProcessConfig } from '../../api/answers/process.ts';
import { uploadId } from '../../api/processIds.ts';
import { type LoopContent, uploadedFile } from '../hls/loopFileType.ts';
import { inputFieldsOf } from './processFields.ts';

export const PICTURE_S = 10;
export const PICTURE_FPS = '25';

const PICTURE_SIZE = [
  "scale=w='min(1920,iw)':h='min(1080,ih)':force_original_aspect_ratio=decrease",
  'scale=trunc(iw/2)*2:trunc(ih/2)*2',
  'setsar=1',
].join(',');
/** H.264 in 4:2:0 requires even sizes. */
const EVEN_SIZE = 'scale=trunc(iw/2)*2:trunc(ih/2)*2';

/** File names contain no user input, so no path leaves the folder of the channel. */
export const loopFolder = (channel: string) => `/channels/${channel}`;
export const sentFile = (channel: string, key: string) => `${loopFolder(channel)}/upload-${key}.source`;
export const preparedFile = (channel: string, kind: string, key: string) =>
  `${loopFolder(channel)}/${kind}-${key}.source`;
/** Includes the names that other programs use. */
export const loopFilesGlob = (channel: string) => `${loopFolder(channel)}/{videoloop,audioloop,upload}{.,-}*`;

export interface Preparation {
  channel: string;
  content: LoopContent;
  sent: string;
  prepared: string;
  /** Duration of the uploaded file; 0 if unknown. */
  seconds: number;
  hasAudio: boolean;
  encode: { video: readonly string[]; audio: readonly string[] };
}

/** Leaves the other cores to live streams. */
const ONE_THREAD = ['-threads', '1'];

/** A constant frame rate, a keyframe every two seconds and equal lengths allow looping without encoding. */
export function loopProcess({
  channel,
  content,
  sent,
  prepared,
  seconds,
  hasAudio,
  encode,
}: Preparation): ProcessConfig {
  const cut = content === 'image' ? PICTURE_S : seconds;
  const video = [
    ...['-map', '0:V:0', ...encode.video],
    ...['-filter:v', content === 'image' ? PICTURE_SIZE : EVEN_SIZE, ...ONE_THREAD],
  ];
  const audio = ['-map', '0:a:0', ...encode.audio];
  const padded = [...audio, '-filter:a', 'apad', ...(cut > 0 ? [] : ['-shortest'])];
  const streams = content === 'audio' ? audio : [...video, ...(content === 'video' && hasAudio ? padded : ['-an'])];
  const until = content === 'audio' || cut <= 0 ? [] : ['-t', cut.toFixed(3)];
  return {
    type: 'ffmpeg',
    id: uploadId(channel),
    reference: channel,
    input: inputFieldsOf([
      uploadedFile(sent, content === 'image' ? ['-framerate', PICTURE_FPS, '-loop', '1'] : ONE_THREAD),
    ]),
    output: [
      {
        id: 'output_0',
        address: `{diskfs}${prepared}`,
        options: [...streams, '-map_metadata', '-1', '-sn', '-dn', ...until, '-movflags', '+faststart', '-f', 'mp4'],
      },
    ],
    options: ['-y'],
    autostart: false,
    reconnect: false,
    reconnect_delay_seconds: 0,
    stale_timeout_seconds: 30,
  };
}
