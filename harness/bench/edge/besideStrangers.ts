import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningEdge, startEdge } from '../../tools/edge/startEdge.ts';
import { startOrigin } from '../../tools/edge/startFakeOrigin.ts';
import { SEGMENT_S } from './simulatedChannel.ts';
import { type FetchResult, watchAsViewers } from './viewers.ts';

export interface BesideStrangersFigures {
  readonly segments: number;
  readonly failedSegments: number;
  readonly failedPlaylists: number;
  readonly strangerRequests: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Requests to the core per second, without and with strangers. */
  readonly quietPerSecond: number;
  readonly perSecond: number;
}

interface Scene {
  readonly channel: string;
  readonly folder: string;
  readonly viewers: number;
  readonly quietSeconds: number;
  readonly seconds: number;
}

const STRANGERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const REQUESTS_A_SECOND = 50;
const LISTED = 6;
const KEPT = 12;

/** A live channel by the clock: future and expired segments do not exist. */
function liveOrigin(channel: string) {
  // Small, because the size does not affect which requests reach the core.
  const segment = randomBytes(25_000);
  const startedAt = performance.now();
  const newest = () => KEPT + Math.floor((performance.now() - startedAt) / 1000 / SEGMENT_S);
  const playlist = () => {
    const first = newest() - LISTED + 1;
    const lines = Array.from({ length: LISTED }, (_, n) => `#EXTINF:${SEGMENT_S}.0,\n${channel}_${first + n}.ts\n`);
    return `#EXTM3U\n#EXT-X-TARGETDURATION:${SEGMENT_S}\n#EXT-X-MEDIA-SEQUENCE:${first}\n${lines.join('')}`;
  };
  const name = new RegExp(`^/memfs/${channel}_(\\d+)\\.ts\\?`);
  const answer: Parameters<typeof startOrigin>[0] = ({ url = '' }, response) => {
    if (url.startsWith(`/memfs/${channel}.m3u8?`)) return response.end(playlist());
    const number = Number(name.exec(url)?.[1] ?? -1);
    return number > newest() - KEPT && number <= newest() ? response.end(segment) : response.writeHead(404).end();
  };
  return { newest, answer };
}

const statusOf = (agent: Agent, address: string, localAddress: string): Promise<number> =>
  new Promise((resolve) => {
    const request = get(address, { agent, localAddress }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', () => resolve(0));
  });

/** Requests of strangers in turn: the next two segments, a playlist with a forged session, a random name. */
const wishes: readonly ((channel: string, newest: number) => string)[] = [
  (channel, newest) => `${channel}_${newest + 1}.ts`,
  (channel, newest) => `${channel}_${newest + 2}.ts`,
  (channel) => `${channel}.m3u8?session=${randomBytes(16).toString('hex')}`,
  (channel) => `${channel}_${randomBytes(6).readUIntBE(0, 6)}.ts`,
];

async function beStrangers(origin: string, channel: string, newest: () => number, signal: AbortSignal) {
  const agent = new Agent({ keepAlive: true });
  const statuses: Record<number, number> = {};
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  while (!signal.aborted) {
    for (; sent < ((performance.now() - startedAt) / 1000) * REQUESTS_A_SECOND; sent += 1) {
      const wish = wishes[sent % wishes.length]?.(channel, newest()) ?? '';
      // Three strangers and four wishes, so each stranger sends all of them.
      const from = STRANGERS[sent % STRANGERS.length] ?? '';
      const pending = statusOf(agent, `${origin}/memfs/${wish}`, from).then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        running.delete(pending);
      });
      running.add(pending);
    }
    await sleep(10);
  }
  await Promise.all(running);
  agent.destroy();
  return { statuses, sent };
}

export async function watchBesideStrangers(
  { channel, folder, viewers, quietSeconds, seconds }: Scene,
  note: (edge: RunningEdge) => void,
): Promise<BesideStrangersFigures> {
  const { newest, answer } = liveOrigin(channel);
  const origin = await startOrigin(answer);
  const channels = [{ name: channel, access: 'public', hasVariants: false }] as const;
  const edge = await startEdge({ origin: origin.url, channels }, folder);
  note(edge);
  const edgeOrigin = `http://127.0.0.1:${edge.port}`;
  try {
    let fetched: FetchResult[] = [];
    const addresses = [`${edgeOrigin}/memfs/${channel}.m3u8`];
    const end = AbortSignal.timeout((quietSeconds + seconds) * 1000);
    const watching = watchAsViewers({ viewers, addresses, seconds: quietSeconds + seconds }, (result) =>
      fetched.push(result),
    );
    await sleep(quietSeconds * 1000);
    const quiet = origin.asked.length;
    fetched = [];
    const { statuses, sent } = await beStrangers(edgeOrigin, channel, newest, end);
    const reached = origin.asked.length - quiet;
    await watching;
    const countFailed = (kind: FetchResult['kind']) =>
      fetched.filter((result) => result.kind === kind && result.failed).length;
    return {
      segments: fetched.filter(({ kind }) => kind === 'segment').length,
      failedSegments: countFailed('segment'),
      failedPlaylists: countFailed('playlist'),
      strangerRequests: sent,
      ...{ statuses, quietPerSecond: quiet / quietSeconds, perSecond: reached / seconds },
    };
  } finally {
    await edge.stop();
    await origin.stop();
  }
}
