import { setTimeout as sleep } from 'node:timers/promises';
import { UNREAD } from '../src/api/answers/fieldSchemas.ts';
import type { Process } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { CoreError, codeOf, NETWORK_FAILURE } from '../src/api/error.ts';
import { backupOf, holdOrderFile, ingestId, snapshotId } from '../src/api/processIds.ts';
import { msg } from '../src/i18n/msg.ts';
import type { Channel } from '../src/media/channel/channel.ts';
import { channelReader } from '../src/media/channel/channelReader.ts';
import {
  outputIdsOf,
  outputName,
  publicationIdOf,
  publicationsInOrder,
} from '../src/media/channel/publicationOutputs.ts';
import { IN_MEMORY } from '../src/media/edge/delivery.ts';
import { playlistFile } from '../src/media/hls/hlsFiles.ts';
import { maskText } from '../src/media/masking/mask.ts';
import type { ControlOrder } from '../src/media/schedule/controlOrder.ts';
import { turnsOf } from '../src/media/stored/publicationStartOrder.ts';
import { heldChannels } from './watchHolds.ts';

export interface OrderResult {
  order: ControlOrder;
  /** Id of the process; of the channel if the order concerns what is on air or nothing was found. */
  id: string;
  name: string;
  /** English reason for display; null if the order succeeded, even without a change. */
  error: string | null;
  isAway: boolean;
}

type OrderedCore = Pick<Core, 'processes' | 'processCommand' | 'memWrite' | 'memDelete' | 'diskDelete'>;

export type Orders = ReturnType<typeof createOrders>;

export const IS_STOPPED = msg('It is stopped');
const IS_GONE = msg('It does not exist any more');
const IS_KEYLESS = msg('Its key or password is missing');
const EMPTY_GROUP = msg('No publication belongs to the group');
const NOT_PROTECTED = msg('No publication of the channel is protected by the standby image');
const NO_BACKUP = msg('The channel has no backup source');

/** Each command writes the core's database. */
const AT_A_TIME = 8;
const AWAY: ReadonlySet<number | null> = new Set([NETWORK_FAILURE, 401, 403, 429, 502, 503, 504]);

type ProcessCommand = 'start' | 'stop' | 'restart';
type AirCommand = Exclude<ControlOrder['command'], ProcessCommand>;

const isAboutAir = (order: ControlOrder): order is Extract<ControlOrder, { command: AirCommand }> =>
  order.command !== 'start' && order.command !== 'stop' && order.command !== 'restart';

const { channelsOf } = channelReader((service, name) => name.trim() || service);

/** Carries out orders of the schedule, of API clients and of healing, like the interface does. */
export function createOrders(core: OrderedCore) {
  /**
   * Channels first, then publications in start order. A failure does not block the rest. Throws a `CoreError` if the
   * core does not list its processes.
   */
  async function run(
    orders: readonly ControlOrder[],
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<readonly OrderResult[]> {
    if (orders.length === 0) return [];
    const filter = orders.some(isAboutAir) ? 'state,metadata,config' : 'state,metadata';
    const processes = await core.processes({ filter }, signal);
    const channels = channelsOf(processes);
    const states = new Map(processes.map(({ id, state }) => [id, state]));
    const onStandby = heldChannels(
      processes.flatMap(({ config }) => (config == null || config === UNREAD ? [] : [config])),
    );
    const lane = createLane(AT_A_TIME);
    const inFlight = new Map<string, Promise<void>>();
    const stopped = new Set<string>();
    const results: OrderResult[] = [];
    const latestOrders = new Map(orders.flatMap((order) => wantedOrders(order)));

    const send = async (id: string, command: 'start' | 'stop' | 'reload') => {
      await core.processCommand({ id, body: { command } }, signal);
    };
    /** Merges equal orders of the same moment. */
    const command = (id: string, action: ProcessCommand): Promise<void> => {
      const key = `${action} ${id}`;
      const running = inFlight.get(key) ?? lane(() => carryOut(id, action));
      inFlight.set(key, running);
      return running;
    };

    async function carryOut(id: string, action: ProcessCommand) {
      if (!states.has(id)) throw new Error(IS_GONE);
      const state = states.get(id);
      const isOn = state?.order === 'start' && !stopped.has(id);
      if (action === 'stop') {
        if (isOn) await send(id, 'stop');
        stopped.add(id);
        return;
      }
      if (action === 'restart' && !isOn) throw new Error(IS_STOPPED);
      // A process whose order is "start" ignores another start, even if it ended for good.
      if (isOn && (action === 'restart' || isOver(state))) return await send(id, 'reload');
      if (!isOn) await send(id, 'start');
    }

    const commandSnapshot = async (channel: string, action: ProcessCommand) => {
      const id = snapshotId(channel);
      if (states.has(id)) await command(id, action).catch(() => undefined);
    };

    async function commandChannel(channel: string, action: ProcessCommand) {
      if (action !== 'stop') {
        await command(ingestId(channel), action);
        return await commandSnapshot(channel, action);
      }
      await commandSnapshot(channel, action);
      await command(ingestId(channel), action);
      // The playlist has no end mark, so that readers survive a short break; a deliberate stop deletes it.
      const { storage } = channels.find(({ id }) => id === channel)?.delivery ?? IN_MEMORY;
      await (storage === 'diskfs' ? core.diskDelete : core.memDelete)({ path: playlistFile(channel) }, signal);
    }

    async function commandOutput({ egresses }: Channel, id: string, action: ProcessCommand) {
      const { rendition, isKeyless } = egresses[id] ?? {};
      if (action === 'start' && isKeyless) throw new Error(IS_KEYLESS);
      // The output has nothing to read without its rendition.
      if (action === 'start' && rendition !== undefined) await command(rendition, 'start');
      await command(id, action);
    }

    async function commandAir(channel: string, action: AirCommand) {
      if (!states.has(ingestId(channel))) throw new Error(IS_GONE);
      if (action !== 'auto') {
        if (!onStandby.has(channel)) throw new Error(NOT_PROTECTED);
        const isStarted = latestOrders.get(ingestId(channel)) === 'start';
        if (!isStarted && states.get(ingestId(channel))?.order !== 'start') throw new Error(IS_STOPPED);
      }
      if (action === 'backup' && ![...states.keys()].some((id) => backupOf(id)?.channel === channel))
        throw new Error(NO_BACKUP);
      const path = holdOrderFile(channel);
      await (action === 'auto' ? core.memDelete({ path }, signal) : core.memWrite({ path, body: action }, signal));
    }

    async function note(order: ControlOrder, subject: Pick<OrderResult, 'id' | 'name'>, act: Promise<void>) {
      const found = await act.then(
        () => ({ error: null, isAway: false }),
        (error: unknown) => ({ error: reasonOf(error), isAway: AWAY.has(codeOf(error)) }),
      );
      signal?.throwIfAborted();
      results.push({ order, ...subject, ...found });
    }
    const refuse = (order: ControlOrder, id: string, name: string, reason: string) =>
      note(order, { id, name }, Promise.reject(new Error(reason)));

    const nameOf = (channel: string) => channels.find(({ id }) => id === channel)?.name ?? '';
    const noteChannel = (order: ControlOrder, channel: string, action: ProcessCommand) =>
      note(order, { id: ingestId(channel), name: nameOf(channel) }, commandChannel(channel, action));
    const noteOutputs = (order: ControlOrder, channel: Channel, publication: string, action: ProcessCommand) =>
      outputIdsOf(channel.egresses, publication).map((id) =>
        note(order, { id, name: outputName(channel.egresses, id) }, commandOutput(channel, id, action)),
      );

    const chosen = await chooseAll(orders, channels, refuse);
    await Promise.all([
      ...chosen.publications.flatMap(({ order, channel, id, wanted }) =>
        wanted === 'stop' ? noteOutputs(order, channel, id, wanted) : [],
      ),
      ...chosen.channels.flatMap(({ order, channel, wanted }) =>
        wanted === 'stop' ? [noteChannel(order, channel, wanted)] : [],
      ),
    ]);
    await Promise.all(
      chosen.channels.flatMap(({ order, channel, wanted }) =>
        wanted === 'stop' ? [] : [noteChannel(order, channel, wanted)],
      ),
    );
    await Promise.all(
      chosen.air.map(({ order, channel, wanted }) =>
        note(order, { id: channel, name: nameOf(channel) }, commandAir(channel, wanted)),
      ),
    );
    await Promise.all(
      channels.map(async (channel) => {
        const publications = chosen.publications.filter(
          (publication) => publication.channel === channel && publication.wanted !== 'stop',
        );
        const ids = publicationsInOrder(channel.egresses).filter((id) =>
          publications.some((publication) => publication.id === id),
        );
        const started: Promise<void>[] = [];
        for (const { id, pauseMs } of turnsOf(ids, channel.egresses)) {
          // The minimum pause only matters for pages, which may run on the encoder's machine.
          const isPaused = (channel.egresses[id]?.turn?.pause ?? 0) > 0 && started.length > 0;
          if (isPaused) await sleep(pauseMs, undefined, signal === undefined ? {} : { signal });
          for (const { order, wanted } of publications.filter((publication) => publication.id === id))
            started.push(...noteOutputs(order, channel, id, wanted));
        }
        await Promise.all(started);
      }),
    );
    return results;
  }

  return { run };
}

type Choice<Wanted, Where> = { order: ControlOrder; channel: Where; wanted: Wanted };

/** Resolves what each order concerns; rejects orders that concern nothing. */
async function chooseAll(
  orders: readonly ControlOrder[],
  channels: readonly Channel[],
  refuse: (order: ControlOrder, id: string, name: string, reason: string) => Promise<void>,
) {
  const chosen: {
    channels: Choice<ProcessCommand, string>[];
    air: Choice<AirCommand, string>[];
    publications: (Choice<ProcessCommand, Channel> & { id: string })[];
  } = { channels: [], air: [], publications: [] };
  for (const order of orders) {
    if (isAboutAir(order)) {
      chosen.air.push({ order, channel: order.subject.id, wanted: order.command });
      continue;
    }
    const { subject, command } = order;
    if (subject.type === 'channel') {
      chosen.channels.push({ order, channel: subject.id, wanted: command });
    } else if (subject.type === 'publication') {
      const channel = channels.find(({ egresses }) => Object.hasOwn(egresses, subject.id));
      if (channel === undefined) await refuse(order, subject.id, '', IS_GONE);
      else
        chosen.publications.push({
          order,
          channel,
          id: publicationIdOf(channel.egresses, subject.id),
          wanted: command,
        });
    } else {
      const found = channels
        .filter(({ id }) => subject.channel === null || id === subject.channel)
        .flatMap((channel) =>
          publicationsInOrder(channel.egresses).flatMap((id) =>
            channel.egresses[id]?.turn?.group === subject.name ? [{ order, channel, id, wanted: command }] : [],
          ),
        );
      if (found.length === 0) await refuse(order, subject.channel ?? '', subject.name, EMPTY_GROUP);
      chosen.publications.push(...found);
    }
  }
  return chosen;
}

const wantedOrders = (order: ControlOrder): [string, ControlOrder['command']][] =>
  order.subject.type === 'channel' && !isAboutAir(order) ? [[ingestId(order.subject.id), order.command]] : [];

const isOver = (state: Process['state']): boolean =>
  state != null && ['finished', 'failed', 'killed'].includes(state.exec) && state.reconnect_seconds < 0;

function createLane(max: number) {
  let free = max;
  const waiting: (() => void)[] = [];
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

const MAX_REASON = 300;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return maskText(String(error)).slice(0, MAX_REASON);
  const details = error instanceof CoreError ? error.details : [];
  if (codeOf(error) === 404 || details.includes('unknown process')) return IS_GONE;
  return maskText([error.message, ...details].join(': ')).slice(0, MAX_REASON);
}
