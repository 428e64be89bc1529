import { randomBytes } from 'node:crypto';
import type { AnsweringCore } from '../startOrJoinCore.ts';

export const SEGMENT_S = 2;
const LISTED = 6;

export function startLiveChannel({ api }: AnsweringCore, name: string, bitrateKbit: number) {
  const bytes = Math.round((bitrateKbit * 1000 * SEGMENT_S) / 8);
  let next = 0;
  let failure: unknown = null;
  const write = async () => {
    const n = next;
    next += 1;
    await api.ask('PUT', `/v3/fs/mem/${name}_${n}.ts`, randomBytes(bytes));
    const first = Math.max(0, n - LISTED + 1);
    const list = Array.from({ length: n - first + 1 }, (_, i) => `#EXTINF:${SEGMENT_S}.0,\n${name}_${first + i}.ts\n`);
    const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${SEGMENT_S}\n#EXT-X-MEDIA-SEQUENCE:${first}\n`;
    await api.ask('PUT', `/v3/fs/mem/${name}.m3u8`, head + list.join(''));
    if (first > LISTED) await api.ask('DELETE', `/v3/fs/mem/${name}_${first - LISTED}.ts`);
  };
  const timer = setInterval(() => {
    write().catch((error: unknown) => {
      failure = error;
    });
  }, SEGMENT_S * 1000);
  return {
    begun: write(),
    async stop(): Promise<void> {
      clearInterval(timer);
      if (failure !== null) throw failure;
    },
  };
}
