import { createRtmp } from '../../server/rtmp/index.ts';

export interface RtmpReceiver extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** How often somebody has begun to publish. */
  sessions(): number;
  /** The longest time without a byte since the first one, until now (ms). */
  longestGapMs(): number;
}

/** Takes whatever is published below `/live`, and notes how steadily it comes. */
export async function rtmpReceiver(port = 0): Promise<RtmpReceiver> {
  let sessions = 0;
  let heardAt: number | null = null;
  let longest = 0;
  const gap = () => (heardAt === null ? 0 : Math.max(longest, Date.now() - heardAt));
  const open = () => {
    sessions += 1;
    const rx = () => {
      longest = gap();
      heardAt = Date.now();
    };
    return { rx, tx: () => {}, close: () => {} };
  };
  const log = { write: () => {} };
  const rtmp = await createRtmp({ address: `127.0.0.1:${port}`, app: '/live', token: '', sessions: { open }, log });
  return {
    host: `127.0.0.1:${rtmp.port}`,
    sessions: () => sessions,
    longestGapMs: gap,
    [Symbol.asyncDispose]: () => rtmp.stop(),
  };
}
