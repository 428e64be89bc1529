import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { type RunningEdge, startEdge } from '../../tools/edge/startEdge.ts';
import { startOrigin } from '../../tools/edge/startFakeOrigin.ts';

export interface StrangerFigures {
  readonly requests: number;
  readonly statuses: Readonly<Record<number, number>>;
  readonly originPerSecond: number;
  readonly memoryMib: number | null;
}

const CONNECTIONS = 16;

const statusOf = (agent: Agent, address: string): Promise<number> =>
  new Promise((resolve) => {
    const request = get(address, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', () => resolve(0));
  });

/** Half of them hexadecimal, half numbers like those of segments. */
const nameOf = (channel: string, n: number): string => {
  const random = randomBytes(6);
  return `${channel}_${n % 2 === 0 ? random.toString('hex') : random.readUIntBE(0, 6)}.ts`;
};

/** Requests random names from one address as fast as possible, without other clients. None exists. */
export async function floodEdge(
  { channel, folder, seconds }: { channel: string; folder: string; seconds: number },
  note: (edge: RunningEdge) => void,
): Promise<StrangerFigures> {
  const origin = await startOrigin((_, response) => response.writeHead(404).end());
  const channels = [{ name: channel, access: 'public', hasVariants: false }] as const;
  const edge = await startEdge({ origin: origin.url, channels }, folder);
  note(edge);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<number, number> = {};
  let requests = 0;
  const end = performance.now() + seconds * 1000;
  try {
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < end) {
          requests += 1;
          const status = await statusOf(agent, `http://127.0.0.1:${edge.port}/memfs/${nameOf(channel, requests)}`);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }),
    );
    const memoryMib = await edge.memoryMib();
    return { requests, statuses, originPerSecond: origin.asked.length / seconds, memoryMib };
  } finally {
    agent.destroy();
    await edge.stop();
    await origin.stop();
  }
}
