import { msg, properName } from '../../i18n/msg.ts';
import { encodePath } from '../../media/address/addressProtocol.ts';
import { enhancedRtmp } from '../../media/encoding/skills.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { secret, select, toggle } from '../form/fields.ts';
import { flvOutput, hlsUploadOutput } from './helpers/joinStreamKey.ts';

export const youtube = defineService({
  id: 'youtube',
  name: 'YouTube Live',
  category: 'platform',
  requires: {
    protocols: ['rtmps', 'https'],
    formats: ['flv', 'hls'],
    video: ['h264'],
    audio: ['aac', 'mp3'],
  },
  enhanced: ['hevc', 'av1'],
  keyPage: 'https://www.youtube.com/live_dashboard',
  docs: 'https://developers.google.com/youtube/v3/live/guides/ingestion-protocol-comparison',
  copyright: 'https://www.youtube.com/howyoutubeworks/policies/copyright/',
  fields: {
    stream_key: secret({
      label: msg('Stream key'),
      help: msg('From YouTube Studio. Keep it secret: anyone who has it can stream to your channel.'),
      required: true,
      holds: 'key',
    }),
    mode: select({
      label: msg('Protocol'),
      holds: 'place',
      help: msg(
        'HLS has higher latency but copes better with a poor connection. The stream key on YouTube must be set to HLS.',
      ),
      default: 'rtmps',
      options: [
        { value: 'rtmps', label: properName('RTMPS'), needs: { protocols: ['rtmps'], formats: ['flv'] } },
        { value: 'hls', label: properName('HLS'), needs: { protocols: ['https'], formats: ['hls'] } },
      ],
      advanced: true,
    }),
    primary: toggle({ label: msg('Primary stream'), default: true }),
    backup: toggle({
      label: msg('Backup stream'),
      help: msg(
        'Sends the stream a second time, which costs upload bandwidth (and CPU, if it is encoded). YouTube switches to it if the primary stream fails.',
      ),
    }),
  },
  backup: { toggle: 'backup', primary: 'primary', held: {} },
  outputs: ({ mode, stream_key, primary, backup }, { channel, skills }) => {
    const sent = [primary ? 0 : null, backup ? 1 : null].filter((copy) => copy !== null);
    const newer = enhancedRtmp(skills, ['hevc', 'av1']);
    return sent.map((copy) =>
      mode === 'hls' ? upload(stream_key.trim(), copy, channel) : push(stream_key, copy, newer),
    );
  },
  faults: ({ mode, primary, backup }, { streams }) => ({
    ...(primary || backup
      ? {}
      : { primary: msg('Switch on the primary or the backup stream, otherwise nothing is sent.') }),
    ...(mode === 'hls' && streams.some(({ codec }) => codec === 'mp3')
      ? { mode: msg('YouTube accepts only AAC audio over HLS. Encode the audio as AAC, or choose RTMPS.') }
      : {}),
    ...(mode === 'hls' && streams.some(({ codec }) => codec === 'av1')
      ? { mode: msg('YouTube takes no AV1 over HLS. Encode the video as H.264 or H.265, or choose RTMPS.') }
      : {}),
  }),
});

// Only the "rtmps" hosts have a matching certificate.
const push = (key: string, copy: number, options: readonly string[]) =>
  flvOutput(
    `rtmps://${copy === 0 ? 'a' : 'b'}.rtmps.youtube.com:443/live2${copy === 0 ? '' : '?backup=1'}`,
    key,
    options,
  );

function upload(key: string, copy: number, channel: string) {
  const host = copy === 0 ? 'a.upload.youtube.com' : 'b.upload.youtube.com';
  return hlsUploadOutput(`https://${host}/http_upload_hls?cid=${encodePath(key)}&copy=${copy}&file=${channel}`);
}

const flv = ['-f', 'flv'];
const hls = (name: string) => [
  ...['-f', 'hls', '-start_number', '0', '-hls_time', '2', '-hls_delete_threshold', '3', '-hls_list_size', '5'],
  ...['-hls_flags', 'append_list', '-hls_segment_type', 'mpegts', '-http_persistent', '1', '-y', '-method', 'PUT'],
  ...['-hls_segment_filename', name],
];
const uploads = 'upload.youtube.com/http_upload_hls?cid=';
const name = '11111111-2222-4333-8444-555555555555';

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key: 'KEY', primary: false }, expect: [] },
  {
    given: { stream_key: ' KEY ', backup: true },
    expect: [
      { address: 'rtmps://a.rtmps.youtube.com:443/live2/KEY', options: flv },
      { address: 'rtmps://b.rtmps.youtube.com:443/live2?backup=1/KEY', options: flv },
    ],
  },
  {
    given: { stream_key: 'KEY' },
    ffmpeg: { major: 6, minor: 1 },
    expect: [
      {
        address: 'rtmps://a.rtmps.youtube.com:443/live2/KEY',
        options: [...flv, '-rtmp_enhanced_codecs', 'hvc1,av01'],
      },
    ],
  },
  {
    given: { mode: 'hls', stream_key: 'KEY', backup: true },
    expect: [
      {
        address: `https://a.${uploads}KEY&copy=0&file=${name}.m3u8`,
        options: hls(`https://a.${uploads}KEY&copy=0&file=${name}_%d.ts`),
      },
      {
        address: `https://b.${uploads}KEY&copy=1&file=${name}.m3u8`,
        options: hls(`https://b.${uploads}KEY&copy=1&file=${name}_%d.ts`),
      },
    ],
  },
  {
    given: { mode: 'hls', stream_key: 'a&file=b c' },
    expect: [
      {
        address: `https://a.${uploads}a%26file%3Db%20c&copy=0&file=${name}.m3u8`,
        options: hls(`https://a.${uploads}a%26file%3Db%20c&copy=0&file=${name}_%d.ts`),
      },
    ],
  },
];
