import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AGENT_API, type AgentChannels, agentEndpoints, type ControlAnswer } from '../../src/api/agentEndpoints.ts';
import { msg } from '../../src/i18n/msg.ts';
import type { ControlOrder, ControlSubject } from '../../src/media/schedule/controlOrder.ts';
import type { AgentReport } from '../actOnCore.ts';
import { readBody } from '../formRoutes.ts';
import type { OrderResult } from '../orders.ts';
import { CORE_AWAY, DISK_UNUSABLE, NO_FOLDER, Refusal } from '../refusal.ts';
import { type Asker, askerOf, checkChannel, isForChannel } from './asker.ts';
import type { ControlDisk } from './controlDisk.ts';
import type { KeptAnswer } from './controlStore.ts';

export type ControlEvent = OrderEvent | { event: 'tokens-set-aside'; copy: string };

interface OrderEvent {
  event: 'control';
  channel?: string;
  /** Name of the token; null: a login of the core. */
  by: string | null;
  subject: ControlSubject;
  command: ControlOrder['command'];
  failures: ControlAnswer['failures'];
}

export interface ControlCalls {
  /** null without a folder: keys are not remembered. */
  disk: ControlDisk | null;
  channels: () => AgentChannels['channels'];
  channelOfPublication: (id: string) => string | null;
  obstacle: () => Refusal | null;
  /** Rejects if the core does not list its processes. */
  run: (order: ControlOrder) => Promise<readonly OrderResult[]>;
  /** Looks at what viewers of a publication see, now or once the processor is less busy. Rejects without the core. */
  lookNow: (publication: string) => Promise<'begun' | 'busy' | 'unwatched'>;
  /** Longer orders are answered early, in milliseconds. */
  patienceMs: number;
  tell: (event: ControlEvent) => void;
}

const SWITCHES = { start: 'start', stop: 'stop', restart: 'restart' } as const;
const COMMANDS = {
  channel: { ...SWITCHES, hold: 'slate', source: 'source', backup: 'backup', auto: 'auto' },
  publication: { ...SWITCHES, look: 'look' },
  group: SWITCHES,
} as const;

const NOT_LOOKED_AT = msg(
  'The publication is not live, or has no address at which viewers watch it. Start the publication, or enter the address.',
);
const TOO_BUSY = msg('The CPU of the server is at its limit. The agent looks as soon as the CPU has time again.');
const BUSY_RETRY_S = 15;
const RETRY_S = 5;
const MAX_DETAIL = 2000;

const sentenceOf = ({ name, error }: ControlAnswer['failures'][number]) => (name === '' ? error : `${name}: ${error}`);

const KEY = /^[\x21-\x7e]{1,200}$/;

export function obstacleOf({ role, obstacle }: AgentReport): Refusal | null {
  if (role === 'standing-by')
    return new Refusal(503, msg('This agent stands by for another one. Use the address of the other agent.'), {
      retryAfter: 30,
    });
  return role === 'new' || obstacle !== null ? new Refusal(503, CORE_AWAY, { retryAfter: RETRY_S }) : null;
}

export function controlRoutes(app: FastifyInstance, calls: ControlCalls, now = Date.now): void {
  const urlOf = ({ path }: { path: string }) => AGENT_API + path;

  app.get(urlOf(agentEndpoints.agentChannels), async ({ asker }) => {
    const channels = calls.channels().filter(({ id }) => isForChannel(askerOf(asker), id));
    return { channels } satisfies AgentChannels;
  });
  app.post<ById>(urlOf(agentEndpoints.agentChannelControl), async (request, reply) => {
    const { id } = request.params;
    checkChannel(askerOf(request.asker), id);
    if (calls.channels().every((channel) => channel.id !== id)) throw unknown(calls, 'There is no such channel');
    const command = commandIn(COMMANDS.channel, request.params.command);
    return await answer(request, reply, { subject: { type: 'channel', id }, command });
  });
  app.post<ById>(urlOf(agentEndpoints.agentPublicationControl), async (request, reply) => {
    const { id } = request.params;
    const channel = calls.channelOfPublication(id);
    checkChannel(askerOf(request.asker), channel);
    if (channel === null) throw unknown(calls, msg('The agent knows no such publication. Try again in a moment.'));
    const command = commandIn(COMMANDS.publication, request.params.command);
    if (command === 'look') return await look(id);
    return await answer(request, reply, { subject: { type: 'publication', id }, command });
  });
  app.post<ByName>(urlOf(agentEndpoints.agentGroupControl), async (request, reply) => {
    const { name } = request.params;
    const channel = readBody(agentEndpoints.agentGroupControl.body, request.body ?? null)?.channel ?? null;
    checkChannel(askerOf(request.asker), channel);
    const command = commandIn(COMMANDS.group, request.params.command);
    return await answer(request, reply, { subject: { type: 'group', name, channel }, command });
  });

  /** Changes nothing, so it needs no key and no entry in the journal. */
  async function look(id: string): Promise<ControlAnswer> {
    const obstacle = calls.obstacle();
    if (obstacle !== null) throw obstacle;
    const begun = await calls.lookNow(id).catch(() => {
      throw new Refusal(503, CORE_AWAY, { retryAfter: RETRY_S });
    });
    if (begun === 'unwatched') throw new Refusal(409, NOT_LOOKED_AT);
    if (begun === 'busy') throw new Refusal(503, TOO_BUSY, { retryAfter: BUSY_RETRY_S });
    const { name = '' } =
      calls
        .channels()
        .flatMap(({ publications }) => publications)
        .find((one) => one.id === id) ?? {};
    return { command: 'look', done: [{ id, name }], failures: [] };
  }

  /** Carries out an order, or returns the stored response of its key. */
  async function answer(request: FastifyRequest, reply: FastifyReply, order: ControlOrder) {
    const asker = askerOf(request.asker);
    const obstacle = calls.obstacle();
    if (obstacle !== null) throw obstacle;
    const idempotencyKey = request.headers['idempotency-key'];
    if (idempotencyKey === undefined) return send(reply, await act(asker, order));
    if (typeof idempotencyKey !== 'string' || !KEY.test(idempotencyKey))
      throw new Refusal(400, 'It is 1 to 200 visible characters', { field: 'Idempotency-Key' });
    if (calls.disk === null) throw new Refusal(503, NO_FOLDER);
    const key = hashOf([asker.type === 'login' ? 'login' : asker.id, idempotencyKey]);
    const call = hashOf([order]);
    const before = await calls.disk.begin({ key, call, at: now() }).catch(throwUnstored);
    if (before === null) {
      const done = await act(asker, order).catch(async (error: unknown) => {
        await calls.disk?.forget(key).catch(() => undefined);
        throw error;
      });
      // The order is done; a failure to store its response does not change that.
      await calls.disk.finish(key, done).catch(() => undefined);
      return send(reply, done);
    }
    if (before.call !== call)
      throw new Refusal(422, 'This key was sent with another call: use a new one', { field: 'Idempotency-Key' });
    if (before.answer === null)
      throw new Refusal(409, 'This call was begun before, and what came of it is not known yet', {
        field: 'Idempotency-Key',
        retryAfter: 2,
      });
    return send(reply, before.answer);
  }

  async function act(asker: Asker, order: ControlOrder): Promise<KeptAnswer> {
    const completed = carryOut(asker, order);
    const underWay: ControlAnswer = { command: order.command, done: [], failures: [], isUnderWay: true };
    const timedOut = new Promise<KeptAnswer>((resolve) =>
      setTimeout(resolve, calls.patienceMs, { status: 202, body: JSON.stringify(underWay) }).unref(),
    );
    void completed.catch(() => undefined);
    return await Promise.race([completed, timedOut]);
  }

  async function carryOut(asker: Asker, order: ControlOrder): Promise<KeptAnswer> {
    const { subject, command } = order;
    const results = await calls.run(order).catch(() => {
      throw new Refusal(503, CORE_AWAY, { retryAfter: RETRY_S });
    });
    const failures = results.flatMap(({ id, name, error }) => (error === null ? [] : [{ id, name, error }]));
    const channel = channelOf(subject);
    calls.tell({
      ...{ event: 'control', ...(channel === null ? {} : { channel }) },
      ...{ by: asker.type === 'login' ? null : asker.name, subject, command, failures },
    });
    const done = results.filter(({ error }) => error === null).map(({ id, name }) => ({ id, name }));
    if (done.length === 0 && results.some(({ isAway }) => isAway))
      throw new Refusal(503, CORE_AWAY, { retryAfter: RETRY_S });
    if (done.length === 0) throw new Refusal(409, failures.map(sentenceOf).join('; ').slice(0, MAX_DETAIL));
    return { status: 200, body: JSON.stringify({ command, done, failures } satisfies ControlAnswer) };
  }

  const channelOf = (subject: ControlSubject): string | null => {
    if (subject.type === 'group') return subject.channel;
    return subject.type === 'channel' ? subject.id : calls.channelOfPublication(subject.id);
  };
}

interface ById {
  Params: { id: string; command: string };
}
interface ByName {
  Params: { name: string; command: string };
}

/** Before the first response of the core, the agent cannot tell what exists. */
const unknown = ({ obstacle }: ControlCalls, detail: string) => obstacle() ?? new Refusal(404, detail);

function commandIn<C extends string>(commands: Readonly<Record<string, C>>, name: string): C {
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found === undefined)
    throw new Refusal(404, `There is no such command: it is one of ${Object.keys(commands).join(', ')}`);
  return found;
}

const hashOf = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const send = (reply: FastifyReply, { status, body }: KeptAnswer) =>
  reply.code(status).type('application/json; charset=utf-8').send(body);

const throwUnstored = (): never => {
  throw new Refusal(503, DISK_UNUSABLE, { retryAfter: 10 });
};
