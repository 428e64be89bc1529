import { freePort } from '../../tools/launch/ports.ts';
import { type Ffmpeg, runFfmpeg } from '../ffmpeg.ts';
import type { Source } from '../restartableSource.ts';
import { type Picture, testPictures } from '../testPattern.ts';
import { type Relay, startRelay, type Transport } from './relay.ts';

export async function rtspSource({
  picture = 'h264',
  transport = 'tcp',
}: {
  picture?: Picture;
  transport?: Transport;
} = {}): Promise<Source> {
  const port = await freePort();
  const url = `rtsp://127.0.0.1:${port}/camera`;
  let relay: Relay | null = null;
  let ffmpeg: Ffmpeg | null = null;

  const source: Source = {
    url,
    async revive() {
      relay = await startRelay(port, transport);
      // global_header: puts the parameter sets into the description, so that readers know the size at once
      ffmpeg = runFfmpeg([
        ...testPictures[picture],
        '-flags',
        '+global_header',
        '-f',
        'rtsp',
        '-rtsp_transport',
        'tcp',
        url,
      ]);
      await Promise.race([
        relay.recording,
        ffmpeg.ended.then((reason) => {
          throw new Error(reason);
        }),
      ]);
    },
    async die() {
      await ffmpeg?.stop();
      await relay?.close();
    },
    [Symbol.asyncDispose]: () => source.die(),
  };
  await source.revive();
  return source;
}
