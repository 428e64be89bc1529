import { afterEach, expect, it } from 'vitest';
import { Config } from '../../../src/api/answers/config.ts';
import { networkOf } from '../../../src/media/address/channelAddresses.ts';
import { ingestProcess } from '../../../src/media/process/ingest.ts';
import { parseIngestMetadata } from '../../../src/media/stored/metadata.ts';
import { type Ffmpeg, runFfmpeg } from '../../streams/ffmpeg.ts';
import { testPictures } from '../../streams/testPattern.ts';
import { loggedIn, until } from '../core/testing.ts';

const CHANNEL = '11111111-2222-4333-8444-000000000001';
const PLAYLIST = `/memfs/${CHANNEL}.m3u8`;

let encoder: Ffmpeg | null = null;
afterEach(() => encoder?.stop());

/** A pushed channel that gives up after 8 s without a frame and retries at once. */
function aProcess(address: string) {
  const metadata = parseIngestMetadata({
    sources: [
      {
        type: 'network',
        inputs: [{ address, options: ['-fflags', '+genpts', '-analyzeduration', '500000'] }],
        streams: [
          { index: 0, stream: 0, type: 'video', codec: 'h264', width: 320, height: 180 },
          { index: 0, stream: 1, type: 'audio', codec: 'aac', sampling_hz: 44100, channels: 2 },
        ],
      },
    ],
    profiles: [
      {
        video: { source: 0, stream: 0, encoder: { coder: 'copy', mapping: ['-codec:v', 'copy'] } },
        audio: { source: 0, stream: 1, encoder: { coder: 'copy', mapping: ['-codec:a', 'copy'] } },
      },
    ],
    control: { process: { autostart: true, reconnect: true, delay: 1, staleTimeout: 8 } },
  });
  const network = networkOf({ config: Config.parse({}), page: new URL('http://127.0.0.1/'), channel: CHANNEL });
  return { ...ingestProcess({ channel: CHANNEL, metadata, network }), reconnect_delay_seconds: 1 };
}

interface PlaylistLook {
  status: number;
  first: number;
  segments: string[];
}

it('the playlist stays with continuous numbers and names while the source is frozen for several runs', async () => {
  const { ask, json, token, core } = await loggedIn({ CORE_RTMP_ENABLE: 'true' });
  const address = `rtmp://127.0.0.1:${core.ports().rtmp}/live/in`;
  encoder = runFfmpeg([...testPictures.h264, '-f', 'flv', address]);
  const stored = aProcess(address);
  expect((await json('POST', '/api/v3/process', stored, token)).status).toBe(200);

  const history: PlaylistLook[] = [];
  const readPlaylist = async (): Promise<PlaylistLook> => {
    const { status, text } = await ask('GET', PLAYLIST);
    const first = Number(/^#EXT-X-MEDIA-SEQUENCE:(\d+)$/m.exec(text)?.[1]);
    const playlist = { status, first, segments: text.split('\n').filter((line) => /\.ts/.test(line)) };
    if (history.length > 0 || status === 200) history.push(playlist);
    return playlist;
  };
  const grown = (by: number) => {
    const from = history.at(-1)?.segments.at(-1) ?? '';
    return until(readPlaylist, ({ segments }) => segments.indexOf(from) < segments.length - by);
  };
  await until(readPlaylist, ({ segments }) => segments.length >= 2);

  const runs = async () => {
    const { json: answer } = await ask('GET', `/api/v3/process/${encodeURIComponent(String(stored.id))}`, { token });
    await readPlaylist();
    return answer().report.history.length;
  };
  encoder.freeze();
  await until(runs, (count) => count >= 2);
  encoder.thaw();
  await grown(2);

  expect(history.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const firsts = history.map(({ first }) => first);
  expect(firsts.filter((first, i) => first < (firsts[i - 1] ?? 0))).toEqual([]);
  // A segment name is never reused.
  const numbers = new Map<string, Set<number>>();
  for (const { first, segments } of history) {
    for (const [i, name] of segments.entries()) numbers.set(name, (numbers.get(name) ?? new Set()).add(first + i));
  }
  expect([...numbers].filter(([, at]) => at.size > 1)).toEqual([]);
  expect(numbers.size).toBeGreaterThan(3);
});
