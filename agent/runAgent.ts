import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type Core, createCoreClient } from '../src/api/client.ts';
import { createWatch } from './watchHolds.ts';

/** From the core to its agent. `leave`: nobody needs it any more. */
export const AgentOrder = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('login'),
    address: z.string(),
    /** An access token; it is renewed by another order. */
    token: z.string(),
  }),
  z.object({ type: z.literal('leave') }),
]);
export type AgentOrder = z.infer<typeof AgentOrder>;

/** From the agent to its core. `login`: its token is refused. */
export type AgentNotice = { type: 'login' } | { type: 'event'; level: 'info' | 'warn'; text: string; fields: object };

const LOOK_EVERY_MS = 2_000;

/** The agent as a child of the embedded core; it ends with the core. */
export async function runAgent(): Promise<void> {
  const notify = (notice: AgentNotice) => process.send?.(notice);
  process.on('disconnect', () => process.exit(0));
  // The core stops its agent itself, after the ffmpegs that use it.
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);

  let core: Core | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const leaving = new AbortController();
  const watch = createWatch((channel, { event, ...fields }) => {
    const level = event === 'core-lost' || event === 'no-slate' ? 'warn' : 'info';
    notify({ type: 'event', level, text: event, fields: { channel, ...fields } });
  });
  process.on('message', (message) => {
    const order = AgentOrder.parse(message);
    if (order.type === 'leave') return leaving.abort();
    const { address, token } = order;
    if (core?.address !== address) {
      core = createCoreClient({ address, freshMs: 0 });
      core.listen(({ type }) => {
        if (type !== 'auth' || performance.now() - askedAt < 1000) return;
        askedAt = performance.now();
        notify({ type: 'login' });
      });
    }
    core.setTokens({ access: token, refresh: '' });
  });
  notify({ type: 'login' });
  for (let isLast = false; ; ) {
    if (core !== null) await watch(core);
    if (isLast) process.exit(0);
    await sleep(LOOK_EVERY_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
    // What the last publication leaves behind is removed before it goes.
    isLast = leaving.signal.aborted;
  }
}
