import { setTimeout as sleep } from 'node:timers/promises';
import { type Ffmpeg, runFfmpeg } from './ffmpeg.ts';
import { FLAWS, type Flaw, type Picture, testPictures } from './testPattern.ts';

const TRY_AGAIN_MS = 500;

export interface Push extends AsyncDisposable {
  spoil(flaw: Flaw): void;
  /** Ends a flaw. */
  mend(flaw: Flaw): void;
  /** Stops sending with an open connection. */
  freeze(): void;
  stop(): Promise<void>;
}

/** Pushes a test picture to an RTMP address like streaming software, reconnecting until it is disposed of. */
export const rtmpPush = (address: string, picture: Picture = 'h264'): Push => push(['-f', 'flv', address], picture);

export function push(output: readonly string[], picture: Picture = 'h264'): Push {
  const end = new AbortController();
  let ffmpeg: Ffmpeg | null = null;
  const pushing = (async () => {
    while (!end.signal.aborted) {
      ffmpeg = runFfmpeg([...testPictures[picture], ...output]);
      await ffmpeg.ended;
      await sleep(TRY_AGAIN_MS, undefined, { signal: end.signal }).catch(() => {});
    }
  })();
  const stop = async () => {
    end.abort();
    await ffmpeg?.stop();
    await pushing;
  };
  return {
    spoil: (flaw) => ffmpeg?.enable(FLAWS[flaw]),
    mend: (flaw) => ffmpeg?.enable(FLAWS[flaw], false),
    freeze: () => ffmpeg?.freeze(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
