import { hlsSource } from '../../harness/streams/hlsSource.ts';
import { rtmpPush } from '../../harness/streams/rtmpPush.ts';
import { rtspSource } from '../../harness/streams/rtsp/source.ts';
import type { Picture } from '../../harness/streams/testPattern.ts';

export function createTestStreams() {
  const open: AsyncDisposable[] = [];
  const keep = <T extends AsyncDisposable>(source: T): T => {
    open.push(source);
    return source;
  };
  return {
    keep: keep,
    hls: async (options?: Parameters<typeof hlsSource>[0]) => keep(await hlsSource(options)),
    rtsp: async (options?: Parameters<typeof rtspSource>[0]) => keep(await rtspSource(options)),
    push: (address: string, picture?: Picture) => keep(rtmpPush(address, picture)),
    async dispose() {
      for (const source of open.splice(0)) await source[Symbol.asyncDispose]();
    },
  };
}

export type TestStreams = ReturnType<typeof createTestStreams>;
