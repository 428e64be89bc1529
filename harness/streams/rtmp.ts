import { setTimeout as sleep } from 'node:timers/promises';
import { type Ffmpeg, runFfmpeg } from './ffmpeg.ts';
import { type Picture, pictures } from './picture.ts';

const TRY_AGAIN_MS = 500;

/**
 * Pushes a test picture to an RTMP address, as a streaming software does: again and again until the server takes it,
 * and again when it was thrown out, until it is disposed of.
 */
export function rtmpPush(address: string, picture: Picture = 'h264'): AsyncDisposable {
  const end = new AbortController();
  let ffmpeg: Ffmpeg | null = null;
  const pushing = (async () => {
    while (!end.signal.aborted) {
      ffmpeg = runFfmpeg([...pictures[picture], '-f', 'flv', address]);
      await ffmpeg.ended;
      await sleep(TRY_AGAIN_MS, undefined, { signal: end.signal }).catch(() => {});
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      end.abort();
      await ffmpeg?.stop();
      await pushing;
    },
  };
}
