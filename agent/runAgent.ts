import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import * as z from 'zod';
import { type Core, createCoreClient } from '../src/api/client.ts';
import { type AgentEvent, actOnCore } from './actOnCore.ts';
import { readAgentSettings } from './agentSettings.ts';
import { createCoreLogin } from './coreLogin.ts';
import { releaseHolds } from './releaseHolds.ts';

/** Messages from the core to its agent. `leave`: no process reads a hold any more. */
export const AgentOrder = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('login'),
    address: z.string(),
    /** An access token; it is renewed by another order. */
    token: z.string(),
    /** Of the agent, the same after each restart. */
    name: z.string(),
  }),
  z.object({ type: z.literal('leave') }),
]);
export type AgentOrder = z.infer<typeof AgentOrder>;

/** From the agent to its core. `login`: its token is refused. */
export type AgentNotice = { type: 'login' } | { type: 'event'; level: 'info' | 'warn'; text: string; fields: object };

const RELEASE = 'release';
const WARNINGS: readonly AgentEvent['event'][] = ['core-lost', 'no-slate', 'not-ready'];

/**
 * The agent: a child of the embedded core, or a program beside a core.
 * @param task `release` gives publications their channels back, and ends
 */
export async function runAgent(task: string | undefined): Promise<void> {
  if (task !== undefined && task !== RELEASE) throw new Error(`Unknown task ${task}: it is "release", or none`);
  const isRelease = task === RELEASE;
  process.exit((await (process.send ? runAsChild(isRelease) : runBesideCore(isRelease))) ? 0 : 1);
}

/** It ends with the core. */
async function runAsChild(isRelease: boolean): Promise<boolean> {
  const notify = (notice: AgentNotice) => void process.send?.(notice);
  const leaving = new AbortController();
  process.on('disconnect', () => process.exit(0));
  // The core stops its agent itself, after the ffmpegs that use it.
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);

  let askedAt = Number.NEGATIVE_INFINITY;
  let core: Core | null = null;
  const { core: own, name } = await new Promise<{ core: Core; name: string }>((resolve) => {
    process.on('message', (message) => {
      const order = AgentOrder.parse(message);
      if (order.type === 'leave') return leaving.abort();
      core ??= createCoreClient({ address: order.address, freshMs: 0 });
      core.setTokens({ access: order.token, refresh: '' });
      resolve({ core, name: order.name });
    });
    notify({ type: 'login' });
  });
  own.listen(({ type }) => {
    if (type !== 'auth' || performance.now() - askedAt < 1000) return;
    askedAt = performance.now();
    notify({ type: 'login' });
  });
  const tell = ({ event, ...fields }: AgentEvent) =>
    notify({ type: 'event', level: WARNINGS.includes(event) ? 'warn' : 'info', text: event, fields });
  if (isRelease)
    return await releaseHolds(own, (id, error) =>
      notify({
        type: 'event',
        level: error === null ? 'info' : 'warn',
        text: error === null ? 'released' : 'not-released',
        fields: { id, ...(error === null ? {} : { error }) },
      }),
    );
  await actOnCore({ core: own, name, ready: async () => null, tell, leave: leaving.signal });
  return true;
}

/** With what the environment says. A signal ends it at once: what was sent is whole, and another one goes on with it. */
async function runBesideCore(isRelease: boolean): Promise<boolean> {
  const { core: address, credentials } = readAgentSettings(process.env);
  const print = (text: string, fields: object = {}) => {
    const words = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
    process.stderr.write(`sluice agent: ${text}${words.join('')}\n`);
  };
  process.on('SIGTERM', () => process.exit(0));
  process.on('SIGINT', () => process.exit(0));
  const core = createCoreClient({ address, freshMs: 0 });
  const ready = createCoreLogin(core, credentials, () => performance.now() / 1000);
  if (isRelease) {
    const reason = await ready();
    if (reason !== null) throw new Error(reason);
    return await releaseHolds(core, (id, error) =>
      error === null ? print('released', { id }) : print('cannot release', { id, error }),
    );
  }
  print('watches', { core: address });
  await actOnCore({
    ...{ core, ready, leave: new AbortController().signal },
    name: ownName(),
    tell: ({ event, ...fields }) => print(event, fields),
  });
  return true;
}

/** The same after a restart of a container. That two have one is seen, see `leaseAfter`. */
const ownName = () => createHash('sha256').update(`sluice-agent ${hostname()}`).digest('hex').slice(0, 16);
