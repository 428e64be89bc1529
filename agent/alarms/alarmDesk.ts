import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '../../src/api/client.ts';
import { AGENT_KEY } from '../../src/api/processIds.ts';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from '../../src/media/incident/alarmRules.ts';
import { type AlarmSettings, parseAlarmSettings, USUAL_ALARMS } from '../../src/media/incident/alarmSettings.ts';
import { parseAlarmWording } from '../../src/media/incident/alarmWording.ts';
import {
  type FiringIncident,
  type Incident,
  type Incidents,
  incidentsAfter,
  type Moment,
  NO_INCIDENTS,
  type ResolvedIncident,
  resumeIncidents,
} from '../../src/media/incident/incidents.ts';
import {
  type AlarmMessage as DueMessage,
  isSilenced,
  type MessageBook,
  messagesAfter,
  parseMessageBook,
  testMessage,
} from '../../src/media/incident/messages.ts';
import { messageWords } from '../../src/media/incident/messageWords.ts';
import type { AddressRules } from '../receivers/addressRules.ts';
import type { AlarmMessage } from '../receivers/alarmMessage.ts';
import type { deliver } from '../receivers/deliver.ts';
import type { Delivery } from '../receivers/delivery.ts';
import { type Receiver, readReceiver } from '../receivers/readReceiver.ts';
import type { StoreFault } from '../sqliteFile.ts';
import { StoreError } from '../storeThread.ts';
import type { AlarmDisk } from './alarmDisk.ts';
import type { AlarmEvent } from './alarmEvent.ts';
import { openAlarmLanguage } from './alarmLanguage.ts';
import type { StoredReceiver } from './alarmStore.ts';
import type { CoreFacts } from './channelFacts.ts';
import { createHeartbeats } from './heartbeats.ts';
import { dueRow, MOST_WAITING, newRow, noneBefore, type OutboxRow, rowAfterTry } from './outbox.ts';
import { createPendingChange } from './pendingChange.ts';

const POLL_INTERVAL_MS = 2000;
const SETTINGS_EVERY_MS = 10_000;
const RETRY_MS = 10_000;
/** A slow disk must not delay an alarm longer. */
const WRITES_WITHIN_MS = 2000;

interface AlarmDeskOptions {
  core: Pick<Core, 'metadataAll'>;
  disk: AlarmDisk;
  program: string;
  rules: AddressRules;
  /** False while another agent acts and sends the messages. */
  isActing: () => boolean;
  look: (rules: AlarmSettings['rules']) => CoreFacts;
  tell: (event: AlarmEvent) => void;
  send: typeof deliver;
  now?: () => Moment;
  random?: () => number;
}

const usualNow = (): Moment => ({ seconds: performance.now() / 1000, wall: Date.now() });

/** Turns observations into messages. Stores everything; if the disk fails, it stores later. */
export function createAlarmDesk(options: AlarmDeskOptions) {
  const { core, disk, program, rules, isActing, look, tell, send, now = usualNow, random = Math.random } = options;
  let isLoaded = false;
  let fault: StoreFault | null = null;
  let incidents: Incidents = NO_INCIDENTS;
  let book: MessageBook = { version: 1, receivers: {} };
  let rows: readonly OutboxRow[] = [];
  const receivers = new Map<string, StoredReceiver>();
  const sending = new Set<string>();
  const pending = createPendingChange();
  let stored: unknown;
  let settings: AlarmSettings = USUAL_ALARMS;
  let areSettingsRead = false;
  let settingsDueAt = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let language: { key: string; words: ReturnType<typeof openAlarmLanguage> } | null = null;
  let writing: Promise<void> | null = null;
  let retryAt = 0;
  let tests = 0;

  async function load() {
    const { memory: stored, receivers: found, waiting } = await disk.load();
    const [resumed, messageBook] = [resumeIncidents(stored.incidents, now()), parseMessageBook(stored.book)];
    if (resumed === 'newer' || messageBook === 'newer') throw new StoreError('newer');
    [incidents, book, rows] = [resumed, messageBook, waiting];
    for (const receiver of found) receivers.set(receiver.id, receiver);
    // Without the core, the stored settings are the best available; the missing core may be the incident.
    if (!areSettingsRead && stored.settings !== undefined) takeSettings(stored.settings);
    heartbeats.resume(incidents.incidents);
    isLoaded = true;
  }

  /** Stores everything again after the file was damaged. */
  function storeAnew() {
    if (!isLoaded) return;
    pending.add({ memory: memory(), receivers: [...receivers.values()], rows });
    void writeSoon();
  }

  function fail(error: unknown) {
    const reason = error instanceof StoreError ? error.fault : 'failed';
    retryAt = now().seconds + RETRY_MS / 1000;
    if (fault !== reason) tell({ event: 'alarms-failed', fault: reason });
    fault = reason;
  }

  function recover() {
    if (fault !== null) tell({ event: 'alarms-back' });
    fault = null;
  }

  function write(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function writeAll() {
    while (!pending.isEmpty()) {
      const change = pending.take();
      try {
        await disk.save(change);
        recover();
      } catch (error) {
        pending.putBack(change);
        return fail(error);
      }
    }
  }

  /** Stores messages before they are sent, unless the disk fails or is slow. */
  async function writeSoon() {
    if (fault !== null && now().seconds < retryAt) return;
    await Promise.race([write(), sleep(WRITES_WITHIN_MS, undefined, { ref: false })]);
  }

  async function readSettings(): Promise<boolean> {
    const all = await core.metadataAll().catch(() => null);
    if (all === null) return false;
    const found = all[AGENT_KEY] ?? null;
    const hasChanged = JSON.stringify(found) !== JSON.stringify(stored);
    takeSettings(found);
    if (hasChanged && isLoaded) pending.add({ memory: memory() });
    return true;
  }

  const memory = () => ({ incidents, book, settings: stored });

  function takeSettings(found: unknown) {
    stored = found;
    const parsed = parseAlarmSettings(stored);
    const before = settings;
    settings = parsed === 'newer' ? USUAL_ALARMS : parsed;
    areSettingsRead = true;
    const isOffIn = ({ receivers: choices }: AlarmSettings, id: string) => choices[id]?.on === false;
    // Only messages queued before it was switched off: the operator may send some again later.
    withdrawRows(
      rows.flatMap(({ id, receiver: receiverId }) =>
        isOffIn(settings, receiverId) && !isOffIn(before, receiverId) ? [id] : [],
      ),
    );
  }

  /** Runs in the background: a hanging core must not delay the alarm about itself. */
  function followSettings() {
    if (isReading || now().seconds < settingsDueAt) return;
    isReading = true;
    settingsDueAt = now().seconds + SETTINGS_EVERY_MS / 1000;
    void readSettings().finally(() => {
      isReading = false;
    });
  }

  const parsedOf = ({ kind, fields }: StoredReceiver): Receiver | null => {
    const read = readReceiver(kind, fields, rules);
    return 'faults' in read ? null : read.receiver;
  };
  const isBeat = (receiver: StoredReceiver) => parsedOf(receiver)?.kind.everySeconds != null;
  const isOn = ({ id, isGone }: StoredReceiver) => !isGone && settings.receivers[id]?.on !== false;
  const listeners = () =>
    [...receivers.values()].filter((receiver) => !receiver.isGone && !isBeat(receiver)).map(({ id }) => id);

  async function composeMessage(message: DueMessage): Promise<AlarmMessage> {
    const wording = parseAlarmWording(stored);
    const key = JSON.stringify(wording);
    if (language?.key !== key) language = { key, words: openAlarmLanguage(wording, program) };
    const text = messageWords(message, wording.page, await language.words);
    const { id, kind } = message;
    const severities = message.kind === 'test' ? [] : message.incidents.map(({ rule }) => ALARM_RULES[rule].severity);
    const severity = severities.includes('critical') ? 'critical' : severities.length > 0 ? 'warning' : 'info';
    return { ...text, id, kind, severity, at: now().wall };
  }

  async function wordsOfTest(receiver: string): Promise<AlarmMessage> {
    tests += 1;
    await readSettings();
    return composeMessage(testMessage(receiver, `${now().wall.toString(36)}-${tests}`));
  }

  function putRow(row: OutboxRow) {
    const others = rows.filter(({ id }) => id !== row.id);
    if (row.state !== 'waiting') rows = others;
    else rows = others.length < rows.length ? rows.map((stale) => (stale.id === row.id ? row : stale)) : [...rows, row];
    const surplus = rows.slice(0, Math.max(0, rows.length - MOST_WAITING));
    rows = rows.slice(surplus.length);
    pending.add({ rows: [row, ...surplus.map((staleRow) => ({ ...staleRow, state: 'withdrawn' as const }))] });
  }

  function withdrawRows(ids: readonly string[]) {
    const idSet = new Set(ids);
    const withdrawn = rows.filter(({ id }) => idSet.has(id));
    if (withdrawn.length > 0) rows = rows.filter(({ id }) => !idSet.has(id));
    pending.add({ rows: withdrawn.map((row) => ({ ...row, state: 'withdrawn' as const })) });
  }

  const noteChange = (change: FiringIncident | ResolvedIncident) => {
    const { id, rule, channel, publication, status } = change;
    const event = status === 'firing' ? 'alarm-fired' : 'alarm-resolved';
    tell({ event, incident: id, rule, publication, ...(channel === null ? {} : { channel }) });
  };

  async function judge() {
    const moment = now();
    const before = incidents;
    const { looks, revisions } = look(settings.rules);
    heartbeats.see(looks);
    const after = incidentsAfter(before, looks, { rules: settings.rules, revisions, now: moment });
    incidents = after.incidents;
    const undelivered = new Set(rows.flatMap(({ id }) => (sending.has(id) ? [] : [id])));
    const result = messagesAfter(book, incidents.incidents, {
      ...{ settings, receivers: listeners(), undelivered, now: moment },
    });
    const due = await Promise.all(
      result.due.map(async (message) => {
        const ids = message.kind === 'test' ? [] : message.incidents.map(({ id }) => id);
        return newRow(message.receiver, await composeMessage(message), moment.wall, ids);
      }),
    );
    // No `await` from here on: everything must end up in the same write.
    book = result.book;
    const isChanged = after.changes.length + due.length + result.withdrawn.length > 0;
    if (isChanged || before.subjects !== incidents.subjects) pending.add({ memory: memory() });
    pending.add({
      incidents: after.changes.map((incident) => ({ id: incident.id, at: incident.begun.wall, incident })),
    });
    const postponed = due.map((row) => ({ ...row, notBefore: noneBefore(rows, row.receiver, moment.wall) }));
    withdrawRows(result.withdrawn.filter((id) => !sending.has(id)));
    for (const row of postponed) putRow(row);
    for (const change of after.changes) noteChange(change);
  }

  const tryOnce = async (receiver: StoredReceiver, message: AlarmMessage): Promise<Delivery> => {
    const parsed = parsedOf(receiver);
    return parsed === null ? { type: 'refused', why: 'rejected', status: null } : send(parsed, message, { rules });
  };

  /** Sends one message after the other. Each receiver has its own loop, so none delays another. */
  async function serve(receiver: string) {
    for (;;) {
      const existing = receivers.get(receiver);
      const row = dueRow(
        rows.filter((waiting) => waiting.receiver === receiver),
        now().wall,
      );
      if (existing === undefined || existing.isGone || row === null) return;
      sending.add(row.id);
      const delivery = await tryOnce(existing, row.message);
      sending.delete(row.id);
      const after = rowAfterTry(row, delivery, now().wall, random());
      const isWanted = rows.some(({ id }) => id === row.id);
      putRow(isWanted || after.state !== 'waiting' ? after : { ...after, state: 'withdrawn' });
      if (after.state === 'failed') tell({ event: 'alarm-undelivered', receiver, why: after.last?.why ?? '' });
      if (delivery.type === 'gone') leave(existing);
      await writeSoon();
      if (after.state === 'waiting') return;
    }
  }

  function leave(receiver: StoredReceiver) {
    // The receiver was saved or deleted during the request, which is newer than its response.
    if (receivers.get(receiver.id) !== receiver) return;
    const removed = { ...receiver, isGone: true };
    receivers.set(removed.id, removed);
    pending.add({ receivers: [removed] });
    withdrawRows(rows.flatMap((row) => (row.receiver === removed.id ? [row.id] : [])));
    tell({ event: 'receiver-gone', receiver: removed.id });
  }

  const serving = new Set<string>();
  function sendDue() {
    for (const id of new Set(rows.map(({ receiver }) => receiver))) {
      if (serving.has(id)) continue;
      if (!receivers.has(id)) withdrawRows(rows.flatMap((row) => (row.receiver === id ? [row.id] : [])));
      serving.add(id);
      void serve(id)
        .catch(fail)
        .finally(() => serving.delete(id));
    }
  }

  const heartbeats = createHeartbeats({
    now: () => now().seconds,
    call: async (receiver) => tryOnce(receiver, await composeMessage(testMessage(receiver.id, 'beat'))),
    isCurrent: (receiver) => receivers.get(receiver.id) === receiver,
    leave,
  });
  const heartbeatReceivers = () =>
    [...receivers.values()].flatMap((receiver) => {
      const everySeconds = parsedOf(receiver)?.kind.everySeconds ?? null;
      return everySeconds === null || !isOn(receiver) ? [] : [{ receiver, everySeconds }];
    });

  async function runStep() {
    if (!isLoaded && now().seconds >= retryAt) await load().then(recover, fail);
    if (!isLoaded) return;
    const isJudging = isActing();
    if (isJudging) followSettings();
    if (isJudging && areSettingsRead) await judge();
    // Sends the decided messages even if another agent acts by now.
    await writeSoon();
    sendDue();
    if (isJudging && areSettingsRead) heartbeats.beat(heartbeatReceivers());
  }

  return {
    async run(signal: AbortSignal) {
      while (!signal.aborted) {
        // An error here must end neither the alarms nor the rest of the agent.
        await runStep().catch(fail);
        await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    step: runStep,
    storeAnew,
    isLoaded: () => isLoaded,
    fault: () => fault,
    isSilent: (incident: Incident) => isSilenced(settings.silences, incident, now().wall),
    open: () => incidents.incidents.filter(({ status }) => status !== 'resolved'),
    offered(): AlarmRuleId[] {
      const { looks } = look(settings.rules);
      const lookedAt = looks.flatMap(({ rule, condition }) => (condition.status === 'off' ? [] : [rule]));
      return ALARM_RULE_IDS.filter((id) => {
        const { facts = 'always' } = ALARM_RULES[id];
        return facts === 'always' || lookedAt.includes(id);
      });
    },
    firing: () => incidents.incidents.filter(({ status }) => status === 'firing').map(({ rule }) => rule),
    waiting: () => rows.length,
    receivers: () => [...receivers.values()],
    lastBeat: heartbeats.last,
    /** Rejects with a `StoreError` if it cannot be stored; then nothing changes. */
    async putReceiver(receiver: StoredReceiver) {
      await disk.save({ memory: null, incidents: [], rows: [], receivers: [receiver], removedReceivers: [] });
      receivers.set(receiver.id, receiver);
      // Pending writes of this receiver are older.
      pending.add({ receivers: [receiver] });
    },
    async removeReceiver(id: string) {
      await disk.save({ memory: null, incidents: [], rows: [], receivers: [], removedReceivers: [id] });
      receivers.delete(id);
      pending.add({ removedReceivers: [id] });
      heartbeats.forget(id);
      withdrawRows(rows.flatMap((row) => (row.receiver === id ? [row.id] : [])));
      await writeSoon();
    },
    /** Sends a test without storing anything: the receiver may exist in a form only. */
    tryReceiver: async (receiver: StoredReceiver): Promise<Delivery> =>
      tryOnce(receiver, await wordsOfTest(receiver.id)),
    /** Sends a test at once, regardless of silences. */
    async test(receiver: StoredReceiver): Promise<Delivery> {
      const message = await wordsOfTest(receiver.id);
      const row = newRow(receiver.id, message, message.at);
      const delivery = await tryOnce(receiver, message);
      const after = rowAfterTry(row, delivery, now().wall, 0);
      putRow({ ...after, state: after.state === 'waiting' ? 'failed' : after.state });
      await writeSoon();
      return delivery;
    },
    /** Queues a message again with its tries reset. */
    async sendAgain(row: OutboxRow) {
      const at = now().wall;
      if (!sending.has(row.id)) putRow({ ...row, state: 'waiting', tries: 0, firstAt: at, nextAt: at, notBefore: 0 });
      await writeSoon();
      sendDue();
    },
    async close() {
      await writeSoon();
    },
    storedSettings: async (): Promise<{ stored: unknown } | null> => ((await readSettings()) ? { stored } : null),
  };
}

export type AlarmDesk = ReturnType<typeof createAlarmDesk>;
