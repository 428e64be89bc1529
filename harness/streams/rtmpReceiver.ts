import type { OpenServer } from './listenOnLoopback.ts';
import { refusingRtmpReceiver } from './refusingRtmpReceiver.ts';

export interface RtmpReceiver extends OpenServer {
  /** How often somebody has begun to publish. */
  sessions(): number;
  /** The longest time without a byte since the first one, until now (ms). */
  longestGapMs(): number;
}

/** Takes whatever is published below `/takes`, and notes how steadily it comes. */
export async function rtmpReceiver(port?: number): Promise<RtmpReceiver> {
  let sessions = 0;
  let heardAt: number | null = null;
  let longest = 0;
  const gap = () => (heardAt === null ? 0 : Math.max(longest, Date.now() - heardAt));
  const begun = () => {
    sessions += 1;
  };
  const media = () => {
    longest = gap();
    heardAt = Date.now();
  };
  const server = await refusingRtmpReceiver(port, { begun, media });
  return {
    host: server.host,
    sessions: () => sessions,
    longestGapMs: gap,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
