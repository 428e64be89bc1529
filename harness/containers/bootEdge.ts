import { sendRequest } from '../tools/edge/sendRequest.ts';
import { startOrigin } from '../tools/edge/startFakeOrigin.ts';
import { freePort } from '../tools/launch/ports.ts';
import { Container } from './container.ts';

export const EDGE_HEADING = [
  '| image | processor | start until it answers |',
  '| ----- | --------- | ---------------------- |',
];

const PLAYLIST = '/memfs/live.m3u8';
const LINES = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\nlive_1.ts\n';

/** Starts a hardened edge in front of a fake origin. Returns a row below EDGE_HEADING. */
export async function bootEdge(image: string, platform: string | undefined): Promise<string> {
  const origin = await startOrigin((_, response) => response.end(LINES));
  const port = await freePort();
  const container = new Container(image).readOnly('256m').withEnvironment({
    EDGE_ORIGIN: origin.url,
    EDGE_LISTEN: `127.0.0.1:${port}`,
    EDGE_CHANNELS: 'live',
    EDGE_CACHE_MB: '64',
  });
  if (platform !== undefined) container.onPlatform(platform);
  try {
    const running = await container.answering(`http://127.0.0.1:${port}`, ['/edge/health']);
    try {
      // The first playlist contains the URL with the viewer's session.
      const first = await sendRequest(port, PLAYLIST);
      const own = first.text.split('\n').find((line) => /^[^#]/.test(line)) ?? '';
      const { status, text } = await sendRequest(
        port,
        new URL(own, `${running.url}${PLAYLIST}`).href.slice(running.url.length),
      );
      if (status !== 200 || !text.includes('live_1.ts'))
        throw new Error(`${PLAYLIST} has status ${first.status}: ${first.text}, and ${own} has ${status}: ${text}`);
      const machine = (await running.sh('uname -m')).trim();
      return `| \`${image}\` | ${machine} | ${(running.bootMs / 1000).toFixed(1)} s |`;
    } catch (error) {
      process.stderr.write(running.log());
      throw error;
    } finally {
      await running.stop();
    }
  } finally {
    await origin.stop();
  }
}
