import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SEGMENT_S } from './simulatedChannel.ts';

/** What one request came to. */
export interface FetchResult {
  readonly kind: 'playlist' | 'segment';
  readonly ms: number;
  /** Not 200, or no answer. */
  readonly failed: boolean;
  /** What an edge says of its cache; null: it was no edge. */
  readonly cache: string | null;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly cache: string | null;
}

const TIMEOUT_MS = 10_000;

const fetchOne = (agent: Agent, address: string, keeps: boolean): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = get(address, { agent, timeout: TIMEOUT_MS }, (response) => {
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

/** Addresses of the lines that are none of HLS, in their order. */
export const linesOf = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/**
 * One viewer as players are: it follows the playlist of one line, then reads the playlist once a segment and fetches what
 * is new, on one connection.
 */
async function watch(start: string, signal: AbortSignal, note: (fetched: FetchResult) => void): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const fetchTimed = async (kind: FetchResult['kind'], address: string) => {
    const startedAt = performance.now();
    const reply = await fetchOne(agent, address, kind === 'playlist').catch(() => null);
    note({ kind, ms: performance.now() - startedAt, failed: reply?.status !== 200, cache: reply?.cache ?? null });
    return reply?.body ?? '';
  };
  let playlist = start;
  const known = new Set<string>();
  try {
    while (!signal.aborted) {
      const startedAt = performance.now();
      const lines = linesOf(await fetchTimed('playlist', playlist));
      const [other] = lines;
      if (lines.length === 1 && other?.includes('.m3u8')) {
        playlist = new URL(other, playlist).href;
        continue;
      }
      const fresh = lines.filter((line) => !known.has(line));
      // A player begins near the end.
      for (const line of known.size === 0 ? fresh.slice(-2) : fresh) {
        if (signal.aborted) return;
        await fetchTimed('segment', new URL(line, playlist).href);
      }
      for (const line of fresh) known.add(line);
      await sleep(Math.max(0, SEGMENT_S * 1000 - (performance.now() - startedAt)), undefined, { signal }).catch(
        () => {},
      );
    }
  } finally {
    agent.destroy();
  }
}

export interface Audience {
  readonly viewers: number;
  /** Viewers take them in turns. */
  readonly addresses: readonly string[];
  readonly seconds: number;
}

/** So many viewers for so long; they come one after the other, within a segment. */
export async function watchAsViewers({ viewers, addresses, seconds }: Audience, note: (fetched: FetchResult) => void) {
  const end = AbortSignal.timeout(seconds * 1000);
  await Promise.all(
    Array.from({ length: viewers }, async (_, n) => {
      await sleep((n / viewers) * SEGMENT_S * 1000);
      await watch(addresses[n % addresses.length] ?? '', end, note);
    }),
  );
}
