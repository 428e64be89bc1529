import type { SourceContext } from '../../../src/catalog/form/defineCatalogEntry.ts';
import { sourceOf } from '../../../src/catalog/sources/index.ts';
import type { Input } from '../../../src/media/encoding/profile.ts';
import { type LoopContent, uploadedFile } from '../../../src/media/hls/loopFileType.ts';
import { loopProcess } from '../../../src/media/process/loopFileProcess.ts';
import { madeAs, PICTURE, SOUND } from './makeMediaFile.ts';

interface UploadRow {
  mimetype: string;
  name: string;
  args: readonly string[];
}

const ONE = [...PICTURE, '-frames:v', '1'];
const MOVING = [...PICTURE, '-t', '1'];
const SOUNDING = [...SOUND, '-t', '1'];
const BOTH = [...PICTURE, ...SOUND, '-t', '1'];
const H264_AAC = [...BOTH, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const MPEG = [...BOTH, '-c:v', 'mpeg2video', '-c:a', 'mp2'];
const MP3 = [...SOUNDING, '-c:a', 'libmp3lame'];

const row = (mimetype: string, name: string, args: readonly string[], format: string): UploadRow => ({
  ...{ mimetype, name, args: [...args, '-f', format] },
});

/** Files of every accepted type, in several forms where ffmpeg has several demuxers. */
export const uploadFileTypes: readonly UploadRow[] = [
  row('image/png', 'png', [...ONE, '-c:v', 'png'], 'image2pipe'),
  row('image/jpeg', 'jpeg', [...ONE, '-c:v', 'mjpeg'], 'image2pipe'),
  row('image/jpeg', 'many jpegs', [...MOVING, '-c:v', 'mjpeg'], 'mjpeg'),
  row('image/webp', 'webp', [...ONE, '-c:v', 'libwebp'], 'image2pipe'),
  row('video/gif', 'gif', MOVING, 'gif'),
  row('audio/wav', 'wav', SOUNDING, 'wav'),
  row('video/x-msvideo', 'avi', [...BOTH, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'], 'avi'),
  row('video/mp4', 'mp4', H264_AAC, 'mp4'),
  row('audio/mp4', 'm4a', [...SOUNDING, '-c:a', 'aac'], 'ipod'),
  row('video/quicktime', 'mov', H264_AAC, 'mov'),
  row('video/webm', 'webm', [...BOTH, '-c:v', 'libvpx', '-c:a', 'libopus'], 'webm'),
  row('video/webm', 'mkv', H264_AAC, 'matroska'),
  row('audio/webm', 'sound of webm', [...SOUNDING, '-c:a', 'libopus'], 'webm'),
  row('video/ogg', 'ogv', [...BOTH, '-c:v', 'libtheora', '-c:a', 'libvorbis'], 'ogg'),
  row('audio/ogg', 'opus', [...SOUNDING, '-c:a', 'libopus'], 'ogg'),
  row('audio/ogg', 'flac in ogg', [...SOUNDING, '-c:a', 'flac'], 'ogg'),
  row('audio/flac', 'flac', SOUNDING, 'flac'),
  row('video/x-flv', 'flv', H264_AAC, 'flv'),
  row('video/mpeg', 'mpg', MPEG, 'vob'),
  row('video/mp2t', 'ts', MPEG, 'mpegts'),
  row('audio/mpeg', 'mp3 with a tag', MP3, 'mp3'),
  row('audio/mpeg', 'mp3 without', [...MP3, '-id3v2_version', '0', '-write_xing', '0'], 'mp3'),
  row('audio/mpeg', 'aac with a tag', [...SOUNDING, '-c:a', 'aac', '-write_id3v2', '1'], 'adts'),
  row('audio/aac', 'aac', [...SOUNDING, '-c:a', 'aac'], 'adts'),
];

export const uploadFile = ({ name, args }: UploadRow) => madeAs(`${name.replaceAll(' ', '-')}.source`, args);

const contentOf = (mimetype: string): LoopContent => {
  if (mimetype.startsWith('image/')) return 'image';
  return mimetype.startsWith('audio/') ? 'audio' : 'video';
};

export function openings(mimetype: string, context: SourceContext): readonly Input[] {
  const content = contentOf(mimetype);
  const [channel, path] = ['x', '/channels/x/upload-x.source'];
  const encode = { video: [], audio: [] };
  const upload = { channel, content, sent: path, prepared: path, seconds: 1, hasAudio: false, encode };
  const kind = sourceOf(content === 'audio' ? 'audioloop' : 'videoloop');
  return [
    uploadedFile(path),
    ...loopProcess(upload).input,
    ...(kind?.inputs({ address: path, mimetype }, context) ?? []),
  ];
}

/** A tag of length 0 does not stop ffmpeg: it reads on. */
const TAG = 'ID3\x03\0\0\0\0\0\x0a\0\0\0\0\0\0\0\0\0\0';
const OTHER = 'file:///tmp/sluice-accepts-h264.mp4';

const DASH = `<MPD profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static" mediaPresentationDuration="PT2S"><Period>
<AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${OTHER}</BaseURL></Representation>
</AdaptationSet></Period></MPD>`;

/** Files that refer to another file, disguised as audio or an image by their first bytes. */
export const DISGUISED_FILES: readonly (readonly [name: string, text: string])[] = [
  [
    'HLS behind a tag',
    `${TAG}#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${OTHER}\n#EXT-X-ENDLIST\n`,
  ],
  ['a list behind a tag', `${TAG}ffconcat version 1.0\nfile h264.mp4\n`],
  ['DASH behind a tag', TAG + DASH],
  [
    'SDP behind a tag',
    `${TAG}v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
  ],
  ['DASH behind the sign of a GIF', `GIF89a${DASH}`],
  ['DASH behind the sign of a JPEG', `\xff\xd8\xff${DASH}`],
];

/** A data URL, so that it reaches an ffmpeg in a chroot. */
export const addressOf = (text: string) => `data:audio/mpeg;base64,${Buffer.from(text, 'latin1').toString('base64')}`;
