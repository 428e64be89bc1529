import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { listenOnLoopback } from '../../harness/streams/listenOnLoopback.ts';

interface UnusualSource {
  file: string;
  /** Arguments of ffmpeg after its inputs: video (0), tones of 440 Hz (1) and 1000 Hz (2). */
  args: string;
  more?: string[];
  /** The file that ffmpeg writes, if it is not the requested one. */
  written?: string;
  remuxed?: string;
  /** Copied streams: 'v', 'a', both, or ''. */
  passed: string;
  /** Selected streams if not the first two: by PID in a transport stream. */
  maps?: string[];
  size?: string;
}

/** Seconds, longer than a journey. */
const LENGTH = 240;
const WIDTH = 160;
/** A multiple of 4, as interlaced video requires. */
const HEIGHT = 96;
const X264 = '-c:v libx264 -preset ultrafast -tune zerolatency -g 20';
const PLAIN = `${X264} -pix_fmt yuv420p`;
const AAC = '-c:a aac -ac 2 -b:a 64k';
const FIRST = '-map 0:v -map 1:a';
const inColors = (format: string, name = 'colors.ts'): UnusualSource => ({
  file: name,
  args: `${FIRST} ${X264} -pix_fmt ${format} ${AAC}`,
  passed: 'a',
});
const withSound = (args: string, passed: string, file = 'sound.ts'): UnusualSource => ({
  ...{ file, passed },
  args: `${FIRST} ${PLAIN} ${args}`,
});
const inLayout = (layout: string) => withSound(`-c:a aac -b:a 128k -af aformat=channel_layouts=${layout}`, 'v');

export const UNUSUAL_SOURCES: Readonly<Record<string, UnusualSource>> = {
  'H.264 of 4:2:2 in 10 bit': inColors('yuv422p10le'),
  'H.264 of 4:2:0 in 10 bit': inColors('yuv420p10le'),
  'H.264 of 4:4:4 in a file': inColors('yuv444p', 'colors.mkv'),
  'H.264 of 4:2:2 in full range, which Firefox does not decode': inColors('yuvj422p'),
  'H.264 of RGB': { file: 'rgb.mkv', args: `${FIRST} -c:v libx264rgb -preset ultrafast -g 20 ${AAC}`, passed: 'a' },
  'interlaced H.264': {
    file: 'interlaced.ts',
    args: `${FIRST} ${PLAIN} -flags +ildct+ilme -x264-params tff=1 ${AAC}`,
    passed: 'va',
  },
  'a phone that was held upright': {
    file: 'phone.mp4',
    args: `${FIRST} ${PLAIN} ${AAC}`,
    remuxed: '-c copy -metadata:s:v rotate=90 -movflags +faststart',
    passed: 'a',
    size: `${HEIGHT}×${WIDTH}`,
  },
  HEVC: {
    file: 'hevc.ts',
    args: `${FIRST} -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=20 -pix_fmt yuv420p ${AAC}`,
    passed: 'a',
  },
  'MPEG-2 and MP2 of television': {
    file: 'dvb.ts',
    args: `${FIRST} -c:v mpeg2video -pix_fmt yuv420p -flags +ildct+ilme -c:a mp2`,
    passed: '',
  },
  'MPEG-4 and MP3 in AVI': { file: 'old.avi', args: `${FIRST} -c:v mpeg4 -c:a libmp3lame -ar 48000`, passed: '' },
  'Motion JPEG and PCM': { file: 'camera.avi', args: `${FIRST} -c:v mjpeg -c:a pcm_s16le`, passed: '' },
  'VP9 and Opus in WebM': {
    file: 'web.webm',
    args: `${FIRST} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -pix_fmt yuv420p -c:a libopus`,
    passed: '',
  },
  'AAC of 5.1 that describes its channels': inLayout('5.1(side)'),
  'AAC of 5.1 as it is usual': inLayout('5.1'),
  'AAC of 2.1': inLayout('2.1'),
  'AAC Main': withSound('-c:a aac -profile:a aac_main -ac 2', 'v'),
  'AAC of 8000 Hz': withSound('-c:a aac -ac 1 -ar 8000', 'va'),
  'MP3, which the player leaves out of MPEG-TS': withSound('-c:a libmp3lame -ac 2 -ar 48000', 'v'),
  'AC-3 of 5.1': withSound('-c:a ac3 -af aformat=channel_layouts=5.1(side)', 'v'),
  'Opus in MPEG-TS': withSound('-c:a libopus -ac 2', 'v'),
  'G.711 of a camera': withSound('-c:a pcm_alaw -ar 8000 -ac 1', 'v', 'camera.mov'),
  'a radio in front of the television': {
    file: 'programs.ts',
    args: `-map 2:a -map 0:v -map 1:a ${PLAIN} ${AAC} -program program_num=1:title=Radio:st=0 -program program_num=2:title=TV:st=1:st=2`,
    passed: 'va',
    maps: ['0:v:0', '0:i:0x102'],
  },
  'a master playlist with its best rendition in the end': {
    file: 'master.m3u8',
    args: `-filter_complex [0:v]scale=80:48,split[small][tiny] -map [small] -map [tiny] -map 0:v -map 1:a ${PLAIN} ${AAC} -b:v:0 40k -b:v:1 20k -b:v:2 200k -f hls -hls_time 2 -hls_list_size 0 -master_pl_name master.m3u8`,
    more: ['-var_stream_map', 'v:0,agroup:a v:1,agroup:a v:2,agroup:a a:0,agroup:a,default:yes,language:deu'],
    written: 'rendition-%v.m3u8',
    passed: 'va',
    maps: ['0:3', '0:0'],
  },
  'cover art beside the video': {
    file: 'cover.mp4',
    args: `${FIRST} ${PLAIN} ${AAC} -map 0:v -c:v:1 mjpeg -frames:v:1 1 -pix_fmt:v:1 yuvj420p -disposition:v:1 attached_pic -movflags +faststart`,
    passed: 'va',
  },
};

export async function unusualSource({ file, args, more = [], written = file, remuxed }: UnusualSource) {
  const folder = await mkdtemp(path.join(tmpdir(), 'unusual-source-'));
  const output = path.join(folder, remuxed ? `plain-${file}` : written);
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000:duration=${LENGTH}`];
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${WIDTH}x${HEIGHT}:rate=10:duration=${LENGTH}`];
  const run = async (...words: string[]) => {
    const end = await runFfmpeg(words).ended;
    if (!end.startsWith('ffmpeg ended (0)')) throw new Error(end);
  };
  await run(...picture, ...tone(440), ...tone(1000), ...args.split(' '), ...more, output);
  if (remuxed) await run('-i', output, ...remuxed.split(' '), path.join(folder, file));
  const server = await listenOnLoopback(
    createServer(async ({ url = '/', headers }, response) => {
      const body = await readFile(path.join(folder, path.basename(url))).catch(() => null);
      if (body === null) return void response.writeHead(404).end();
      // ffmpeg seeks to the index at the end of an MP4 file.
      const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      const range = { 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${from}-${body.length - 1}/${body.length}` };
      return void response.writeHead(headers.range ? 206 : 200, range).end(body.subarray(from));
    }),
  );
  return {
    url: `http://${server.host}/${file}`,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
