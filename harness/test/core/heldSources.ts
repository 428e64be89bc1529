import { join } from 'node:path';
import { type Ffmpeg, runFfmpeg } from '../../streams/ffmpeg.ts';
import { hlsSource } from '../../streams/hlsSource.ts';
import type { Source } from '../../streams/restartableSource.ts';
import { rtspSource } from '../../streams/rtsp/source.ts';
import type { Picture } from '../../streams/testPattern.ts';

interface Place {
  rtmp: number;
  srt: number;
  folder: string;
  channel: string;
}

interface HeldSource extends AsyncDisposable {
  readonly address: string;
  begin(): Promise<void>;
  end(): Promise<void>;
}

interface Clip {
  /** A lavfi source; null: no video. */
  pictures?: string | null;
  video?: readonly string[];
  audio?: readonly (readonly string[])[];
}

const PICTURES = 'testsrc2=size=320x180:rate=25';
const CLIP_S = 20;
const AS_USUAL = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '50', '-sc_threshold', '0'];

async function makeClip(file: string, { pictures = PICTURES, video = [], audio = [[]] }: Clip): Promise<string> {
  const inputs = [
    ...(pictures === null ? [] : [pictures]),
    ...audio.map((_, track) => `sine=frequency=${440 * (track + 1)}:sample_rate=48000`),
  ];
  const end = await runFfmpeg([
    ...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]),
    ...inputs.flatMap((_, nth) => ['-map', `${nth}`]),
    ...(pictures === null ? [] : [...AS_USUAL, '-pix_fmt', 'yuv420p', ...video]),
    ...(audio.length === 0 ? [] : ['-c:a', 'aac', '-ac', '2']),
    ...audio.flat(),
    ...['-t', `${CLIP_S}`, file],
  ]).ended;
  if (!end.includes('(0)')) throw new Error(`No clip: ${end}`);
  return file;
}

/**
 * An encoder that publishes clips encoded in advance, to save CPU. `later`: the clip after its return, if different.
 */
export const pushSource =
  (clip: Clip = {}, by: 'rtmp' | 'srt' = 'rtmp', later: Clip = clip) =>
  async ({ rtmp, srt, folder, channel }: Place): Promise<HeldSource> => {
    const [ending, format, to, address] =
      by === 'rtmp'
        ? ['flv', 'flv', `rtmp://127.0.0.1:${rtmp}/${channel}.stream`, `{rtmp,name=${channel}.stream}`]
        : [
            'ts',
            'mpegts',
            `srt://127.0.0.1:${srt}?mode=caller&transtype=live&pkt_size=1316&streamid=${channel},mode:publish`,
            `{srt,name=${channel},mode=request}`,
          ];
    const clips = [await makeClip(join(folder, `${channel}.${ending}`), clip)];
    if (later !== clip) clips.push(await makeClip(join(folder, `${channel}-later.${ending}`), later));
    let running: Ffmpeg | null = null;
    let started = 0;
    const end = async () => void (await running?.stop());
    return {
      address,
      async begin() {
        const file = clips[Math.min(started++, clips.length - 1)] ?? '';
        running = runFfmpeg(['-re', '-stream_loop', '-1', '-i', file, '-map', '0', '-c', 'copy', '-f', format, to]);
      },
      end,
      [Symbol.asyncDispose]: end,
    };
  };

export const pullSource = (by: 'rtsp' | 'hls', picture: Picture) => async (): Promise<HeldSource> => {
  const source: Source = by === 'rtsp' ? await rtspSource({ picture }) : await hlsSource({ picture });
  let isAlive = true;
  return {
    address: source.url,
    async begin() {
      if (!isAlive) await source.revive();
      isAlive = true;
    },
    async end() {
      isAlive = false;
      await source.die();
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
};

export type OpenSource = (place: Place) => Promise<HeldSource>;
