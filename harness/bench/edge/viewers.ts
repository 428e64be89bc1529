import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEGMENT_S } from './simulatedChannel.ts';

export interface FetchResult {
  readonly kind: 'playlist' | 'segment';
  readonly ms: number;
  readonly failed: boolean;
  /** Cache status of an edge; null without an edge. */
  readonly cache: string | null;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly cache: string | null;
}

const PATIENCE_MS = 10_000;

const fetchOne = (agent: Agent, address: string, keeps: boolean): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = get(address, { agent, timeout: PATIENCE_MS }, (response) => {
      const cache = response.headers['x-edge-cache'];
      let body = '';
      if (keeps) response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      else response.resume();
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, body, cache: typeof cache === 'string' ? cache : null }),
      );
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', reject);
  });

export const linesOf = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Follows a master playlist like a player on one connection, then polls once per segment and fetches new ones. */
async function watch(start: string, signal: AbortSignal, note: (fetched: FetchResult) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timed = async (kind: FetchResult['kind'], address: string) => {
    const began = performance.now();
    const reply = await fetchOne(agent, address, kind === 'playlist').catch(() => null);
    note({ kind, ms: performance.now() - began, failed: reply?.status !== 200, cache: reply?.cache ?? null });
    return reply?.body ?? '';
  };
  let playlist = start;
  const seen = new Set<string>();
  try {
    while (!signal.aborted) {
      const began = performance.now();
      const lines = linesOf(await timed('playlist', playlist));
      const [other] = lines;
      if (lines.length === 1 && other?.includes('.m3u8')) {
        playlist = new URL(other, playlist).href;
        continue;
      }
      const fresh = lines.filter((line) => !seen.has(line));
      // Players start near the end.
      for (const line of seen.size === 0 ? fresh.slice(-2) : fresh) {
        if (signal.aborted) return;
        await timed('segment', new URL(line, playlist).href);
      }
      for (const line of fresh) seen.add(line);
      await sleep(Math.max(0, SEGMENT_S * 1000 - (performance.now() - began)), undefined, { signal }).catch(() => {});
    }
  } finally {
    agent.destroy();
  }
}

export interface Audience {
  readonly viewers: number;
  readonly addresses: readonly string[];
  readonly seconds: number;
}

/** Starts all viewers within the length of a segment. */
export async function watchAsViewers({ viewers, addresses, seconds }: Audience, note: (fetched: FetchResult) => void) {
  const end = AbortSignal.timeout(seconds * 1000);
  await Promise.all(
    Array.from({ length: viewers }, async (_, n) => {
      await sleep((n / viewers) * SEGMENT_S * 1000);
      await watch(addresses[n % addresses.length] ?? '', end, note);
    }),
  );
}
