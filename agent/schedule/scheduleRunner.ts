import * as z from 'zod/mini';
import { ScheduleResult } from '../../src/api/agentEndpoints.ts';
import type { Core } from '../../src/api/client.ts';
import { channelOfIngest, ingestId, SCHEDULE_DONE_KEY, SCHEDULE_KEY } from '../../src/api/processIds.ts';
import { msg } from '../../src/i18n/msg.ts';
import type { Channel } from '../../src/media/channel/channel.ts';
import { channelReader } from '../../src/media/channel/channelReader.ts';
import { publicationsInOrder } from '../../src/media/channel/publicationOutputs.ts';
import type { ScheduleMiss } from '../../src/media/incident/scheduleLook.ts';
import type { ControlOrder } from '../../src/media/schedule/controlOrder.ts';
import {
  type DueOrder,
  doneWith,
  dueOrders,
  laterDone,
  type ScheduleDone,
  trackId,
} from '../../src/media/schedule/dueOrders.ts';
import { ordersOf, type ProcessesOf, type ScheduledOrder } from '../../src/media/schedule/ordersOf.ts';
import { parseScheduleDone, storeScheduleDone } from '../../src/media/schedule/scheduleDone.ts';
import type { ScheduleRule } from '../../src/media/schedule/scheduleRule.ts';
import { parseSchedule, type ScheduleSettings } from '../../src/media/schedule/scheduleSettings.ts';
import { IS_STOPPED, type OrderResult, type Orders } from '../orders.ts';
import type { ScheduleEvent } from './scheduleEvent.ts';
import { createViewerTeller } from './tellViewers.ts';

const POLL_INTERVAL_MS = 1000;
const READ_EVERY_MS = 10_000;
const AGAIN_AFTER_MS = 5000;
/** Delay before a retry of announcing the next start to viewers. */
const TELL_AGAIN_AFTER_MS = 60_000;
/** Most orders finish within this time, so that the next look finds them done. */
const SHORT_MS = 5000;
const MAX_FAILURES = 10;
const CORE_SILENT = msg('The core did not respond');
const OVERTAKEN = msg('The next change of the schedule came first');
/** A missed change is an alarm for this long, unless the rule's next change is carried out. */
const MISSED_FOR_MS = 3_600_000;

interface RunnerOptions {
  core: Pick<Core, 'metadataAll' | 'metadataSet' | 'processes' | 'diskFiles' | 'diskWrite'>;
  orders: Orders;
  tell: (event: ScheduleEvent) => void;
  wall?: () => number;
}

interface DueWork {
  schedule: ScheduleSettings;
  now: number;
  channels: readonly Channel[];
  due: readonly DueOrder[];
  missed: readonly DueOrder[];
}

type Results = Readonly<Record<string, ScheduleResult>>;

export type ScheduleRunner = ReturnType<typeof createScheduleRunner>;

const { channelsOf } = channelReader((service, name) => name.trim() || service);

/** Carries out the stored schedules. Results are stored in the core, so that another agent knows them. */
export function createScheduleRunner({ core, orders, tell, wall = Date.now }: RunnerOptions) {
  let settings: ScheduleSettings | 'newer' | null = null;
  let settingsText = '';
  let done: ScheduleDone = {};
  let last: Results = {};
  let isUnstored = false;
  let readAt = Number.NEGATIVE_INFINITY;
  let retryAt = Number.NEGATIVE_INFINITY;
  let viewersDueAt = Number.NEGATIVE_INFINITY;
  let wake = () => {};
  const underWay = new Map<string, { at: number; stop: AbortController }>();
  const updateViewers = createViewerTeller(core);

  /** Replaces the rules only if they changed: values derived from them are cached by identity. */
  function adopt(stored: unknown) {
    const text = JSON.stringify(stored ?? null);
    if (settings !== null && text === settingsText) return;
    settingsText = text;
    settings = parseSchedule(stored);
    if (settings === 'newer') tell({ event: 'schedule-newer' });
  }

  async function read() {
    const all = await core.metadataAll();
    readAt = performance.now();
    adopt(all[SCHEDULE_KEY]);
    const stored = all[SCHEDULE_DONE_KEY];
    // The stored state may be older than this one, as running orders are stored at their end.
    done = laterDone(parseScheduleDone(stored), done, wall());
    last = laterResults(resultsIn(stored), last);
  }

  async function store({ rules }: ScheduleSettings) {
    // Set before the write: a write that failed may still have arrived.
    isUnstored = true;
    const ids = new Set(rules.map(({ id }) => id));
    const results = Object.fromEntries(Object.entries(last).filter(([id]) => ids.has(id)));
    await core.metadataSet({ key: SCHEDULE_DONE_KEY, body: { ...storeScheduleDone(done, rules), last: results } });
    isUnstored = false;
  }

  function note(order: DueOrder, channels: readonly Channel[], result: ScheduleResult['result'], failures: Failures) {
    const { rule, track, at, becomes } = order;
    const isImage = track === 'image' || rule.subject.type === 'image';
    // The image belongs to its rule, which is reported.
    if (track === 'image' && failures.length === 0) return;
    const late = Math.max(0, Math.round(order.lateMs / 1000));
    const namedFailures = failures
      .slice(0, MAX_FAILURES)
      .map(({ id, name, error }) => ({ id, name, error: error ?? '' }));
    // The end of a missed run is carried out, but must not hide that it was missed.
    if (!order.isEnd || result === 'failed' || last[rule.id]?.result !== 'missed')
      last = { ...last, [rule.id]: { at, becomes, isImage, result, lateSeconds: late, failures: namedFailures } };
    const channel = channelOfRule(rule, channels);
    const details = {
      ...{ rule: rule.id, name: nameOfRule(rule, channels), becomes, late },
      ...(channel === null ? {} : { channel }),
    };
    if (result === 'missed') tell({ event: 'schedule-missed', ...details });
    else if (result === 'failed') tell({ event: 'schedule-failed', ...details, failures: namedFailures });
    else tell({ event: 'schedule-done', ...details, isLate: result === 'late' });
  }

  function lookAtRules(current: ScheduleSettings, now: number) {
    const { due, missed } = dueOrders({ settings: current, now, done });
    const hasStarted = ({ rule, track, at }: DueOrder) => underWay.get(trackId(rule, track))?.at === at;
    return { due: due.filter((order) => !hasStarted(order)), missed: missed.filter((order) => !hasStarted(order)) };
  }

  /** Starts what is due. Waits for `SHORT_MS` only, as pauses between publications must not delay other rules. */
  async function begin(signal: AbortSignal) {
    await read();
    if (settings === null || settings === 'newer') return;
    const current = settings;
    const now = wall();
    const { due, missed } = lookAtRules(current, now);
    if (due.length === 0 && missed.length === 0) return;
    const channels = channelsOf(await core.processes({ filter: 'metadata' }));
    const stop = new AbortController();
    for (const { rule, track, at } of due) {
      // The end of a run aborts its start. Other changes in the same batch are due again and start over.
      if (track === 'main') underWay.get(trackId(rule, track))?.stop.abort();
      underWay.set(trackId(rule, track), { at, stop });
    }
    const done = carryOut(
      { schedule: current, now, channels, due, missed },
      AbortSignal.any([signal, stop.signal]),
    ).finally(() => {
      for (const [id, run] of underWay) if (run.stop === stop) underWay.delete(id);
      wake();
    });
    await Promise.race([done, new Promise<void>((resolve) => setTimeout(resolve, SHORT_MS).unref())]);
    // A later failure is retried by the next look.
    void done.catch(() => undefined);
  }

  async function carryOut({ schedule, now, channels, due, missed }: DueWork, signal: AbortSignal) {
    const restarts = due.filter(({ becomes }) => becomes === 'restart');
    for (const order of missed) note(order, channels, 'missed', []);
    done = doneWith(done, missed);
    isUnstored = missed.length > 0 || isUnstored;
    if (restarts.length > 0) {
      const before = done;
      done = doneWith(done, restarts);
      try {
        await store(schedule);
      } catch (error) {
        // Without a confirmed write, a restarted agent would do it again.
        done = before;
        throw error;
      }
    }
    const ordered = ordersOf(due, { settings: schedule, now, processesOf: processesAmong(channels) });
    const requested = ordered.map((order) => ({ ...order, control: controlOrder(order) }));
    const results = await orders
      .run(
        requested.map(({ control }) => control),
        { signal },
      )
      .catch((error: unknown) => {
        // They are stored as done and are not retried, so the failure must be reported.
        const reason = signal.aborted ? OVERTAKEN : CORE_SILENT;
        for (const order of restarts) note(order, channels, 'failed', [{ id: '', name: '', error: reason }]);
        isUnstored = restarts.length > 0 || isUnstored;
        throw error;
      });
    const resultsOf = (order: DueOrder) => {
      const controls = requested.flatMap(({ due: dueOrder, control }) => (dueOrder === order ? [control] : []));
      return results.filter(({ order }) => controls.includes(order));
    };
    const finished: DueOrder[] = [];
    for (const order of due) {
      const failures = resultsOf(order).filter(
        ({ error, order: { command } }) => error !== null && !(command === 'restart' && error === IS_STOPPED),
      );
      if (order.becomes !== 'restart' && failures.some(({ isAway }) => isAway)) {
        retryAt = performance.now() + AGAIN_AFTER_MS;
        continue;
      }
      finished.push(order);
      note(order, channels, failures.length > 0 ? 'failed' : order.isLate ? 'late' : 'done', failures);
    }
    done = doneWith(done, finished);
    if (finished.length > 0 || isUnstored) await store(schedule);
  }

  async function checkRules(signal: AbortSignal) {
    if (settings === null || performance.now() - readAt > READ_EVERY_MS) await read();
    if (settings === null || settings === 'newer' || performance.now() < retryAt) return;
    const { due, missed } = lookAtRules(settings, wall());
    if (due.length > 0 || missed.length > 0) await begin(signal);
    else if (isUnstored) await store(settings);
    if (performance.now() < viewersDueAt) return;
    // Avoids a retry every second while the disk is full.
    viewersDueAt = performance.now() + TELL_AGAIN_AFTER_MS;
    await updateViewers(settings, wall());
    viewersDueAt = Number.NEGATIVE_INFINITY;
  }

  return {
    /** Runs until the signal aborts. Never rejects. @param mayAct false if another agent may have taken over */
    async run(mayAct: () => boolean, leave: AbortSignal) {
      leave.addEventListener('abort', () => wake(), { once: true });
      while (!leave.aborted) {
        if (!mayAct()) settings = null;
        // Errors of the core are retried; the change is then late.
        else await checkRules(leave).catch(() => undefined);
        if (leave.aborted) return;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_INTERVAL_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    now: wall,
    refresh() {
      readAt = Number.NEGATIVE_INFINITY;
      wake();
    },
    /** Reads the stored rules and the result of each rule's newest change. Throws a `CoreError`. */
    async stored(): Promise<{ stored: unknown; last: Results }> {
      const all = await core.metadataAll();
      const found = resultsIn(all[SCHEDULE_DONE_KEY]);
      return { stored: all[SCHEDULE_KEY], last: isUnstored ? { ...found, ...last } : found };
    },
    settings: () => settings,
    /** Newest first; null until the rules are read. */
    misses(channels: readonly Channel[]): readonly ScheduleMiss[] | null {
      if (settings === null) return null;
      if (settings === 'newer') return [];
      return settings.rules
        .filter(({ isEnabled }) => isEnabled)
        .flatMap((rule) => missOf(rule, last[rule.id], channels, wall()))
        .toSorted((a, b) => b.at - a.at);
    },
  };
}

type Failures = readonly Pick<OrderResult, 'id' | 'name' | 'error'>[];

const StoredResults = z.looseObject({ last: z.record(z.string(), z.unknown()) });

function resultsIn(stored: unknown): Results {
  const { last = {} } = StoredResults.safeParse(stored).data ?? {};
  return Object.fromEntries(
    Object.entries(last).flatMap(([id, stored]) => {
      const { data } = ScheduleResult.safeParse(stored);
      return data === undefined ? [] : [[id, data]];
    }),
  );
}

function laterResults(a: Results, b: Results): Results {
  const results = new Map(Object.entries(a));
  for (const [id, result] of Object.entries(b))
    if (result.at >= (results.get(id)?.at ?? Number.NEGATIVE_INFINITY)) results.set(id, result);
  return Object.fromEntries(results);
}

function missOf(
  rule: ScheduleRule,
  result: ScheduleResult | undefined,
  channels: readonly Channel[],
  now: number,
): ScheduleMiss[] {
  if (result === undefined || now - (result.at + result.lateSeconds * 1000) > MISSED_FOR_MS) return [];
  const details = { schedule: nameOfRule(rule, channels), at: result.at };
  if (result.result === 'missed') return [{ ...details, result: 'missed' }];
  return result.result === 'failed' ? [{ ...details, result: 'failed', failures: result.failures }] : [];
}

/** Placeholder for a group in a list of processes; its publications are looked up when the order runs. */
const GROUP = /^group (\S*) (.*)$/s;
const groupKey = (name: string, channel: string | null) => `group ${channel ?? ''} ${name}`;

/** Missing subjects are included, so that they fail by their name. */
export const processesAmong =
  (channels: readonly Channel[]): ProcessesOf =>
  (subject) => {
    switch (subject.type) {
      case 'channel': {
        const { egresses = {} } = channels.find(({ id }) => id === subject.id) ?? {};
        return [ingestId(subject.id), ...(subject.withPublications ? publicationsInOrder(egresses) : [])];
      }
      case 'publication':
        return [subject.id];
      case 'group': {
        const found = channelsOfGroup(subject, channels).flatMap(({ egresses }) =>
          publicationsInOrder(egresses).filter((id) => egresses[id]?.turn?.group === subject.name),
        );
        return found.length > 0 ? found : [groupKey(subject.name, subject.channel)];
      }
    }
  };

const channelsOfGroup = ({ channel }: { channel: string | null }, channels: readonly Channel[]) =>
  channels.filter(({ id }) => channel === null || id === channel);

function controlOrder(order: ScheduledOrder): ControlOrder {
  if (order.type === 'image') return { subject: { type: 'channel', id: order.channel }, command: order.command };
  const { id, command } = order;
  const channel = channelOfIngest(id);
  if (channel !== null) return { subject: { type: 'channel', id: channel }, command };
  const [, groupChannel, name] = GROUP.exec(id) ?? [];
  if (groupChannel === undefined || name === undefined) return { subject: { type: 'publication', id }, command };
  return { subject: { type: 'group', name, channel: groupChannel === '' ? null : groupChannel }, command };
}

const channelOfPublication = (id: string, channels: readonly Channel[]): Channel | undefined =>
  channels.find(({ egresses }) => Object.hasOwn(egresses, id));

/** null if the rule concerns several channels or its publication is gone. */
function channelOfRule({ subject }: ScheduleRule, channels: readonly Channel[]): string | null {
  if (subject.type === 'group') return subject.channel;
  if (subject.type === 'publication') return channelOfPublication(subject.id, channels)?.id ?? null;
  return subject.id;
}

export function channelsOfRule(rule: ScheduleRule, channels: readonly Channel[]): readonly string[] {
  const { subject } = rule;
  if (subject.type !== 'group') return [channelOfRule(rule, channels) ?? []].flat();
  return channelsOfGroup(subject, channels)
    .filter(({ egresses }) => Object.values(egresses).some(({ turn }) => turn?.group === subject.name))
    .map(({ id }) => id);
}

function nameOfRule({ name, subject }: ScheduleRule, channels: readonly Channel[]): string {
  if (name !== '') return name;
  switch (subject.type) {
    case 'group':
      return subject.name;
    case 'publication':
      return channelOfPublication(subject.id, channels)?.egresses[subject.id]?.name ?? subject.id;
    default:
      return channels.find(({ id }) => id === subject.id)?.name ?? subject.id;
  }
}
