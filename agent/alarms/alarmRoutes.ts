import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import {
  AGENT_API,
  type AlarmDeliveries,
  type AlarmIncidents,
  type AlarmReceiver,
  type Alarms,
  agentEndpoints,
  type DeliveryAnswer,
  type ReceiverKinds,
  SECRET_DESTINATION,
} from '../../src/api/agentEndpoints.ts';
import type { Core } from '../../src/api/client.ts';
import { AGENT_KEY } from '../../src/api/processIds.ts';
import { msg } from '../../src/i18n/msg.ts';
import { alarmRemedy } from '../../src/media/incident/alarmRemedy.ts';
import { ALARM_RULE_IDS, ALARM_RULES } from '../../src/media/incident/alarmRules.ts';
import {
  type AlarmSettings,
  isRuleValue,
  parseAlarmSettings,
  storeAlarmSettings,
  USUAL_ALARMS,
} from '../../src/media/incident/alarmSettings.ts';
import { isPageAddress, parseAlarmWording, storeAlarmWording } from '../../src/media/incident/alarmWording.ts';
import { type Incident, parseIncident } from '../../src/media/incident/incidents.ts';
import { isTimeZone } from '../../src/media/incident/quietHours.ts';
import { RULE_SECONDS, USUAL_CHOICE } from '../../src/media/incident/usualChoice.ts';
import { createTurns, readBody, revisionOf } from '../formRoutes.ts';
import { parseEventId, parseLimit } from '../parseEventsQuery.ts';
import type { AddressRules } from '../receivers/addressRules.ts';
import { DELIVERY_FAULTS, type Delivery } from '../receivers/delivery.ts';
import { readReceiver } from '../receivers/readReceiver.ts';
import { receiverKinds } from '../receivers/receiverKinds.ts';
import {
  CHANGED_MEANWHILE,
  CORE_AWAY,
  DISK_UNUSABLE,
  NEWER_STORED,
  NO_FOLDER,
  NO_RECEIVER,
  NOT_STORED,
  Refusal,
} from '../refusal.ts';
import type { StoreFault } from '../sqliteFile.ts';
import type { AlarmDesk } from './alarmDesk.ts';
import type { AlarmDisk } from './alarmDisk.ts';
import type { StoredReceiver } from './alarmStore.ts';
import type { OutboxRow } from './outbox.ts';

export interface AlarmCalls {
  core: Pick<Core, 'metadataSet'>;
  desk: AlarmDesk;
  disk: AlarmDisk;
  rules: AddressRules;
  areLooksPaused: () => boolean;
}

const MAX_RECEIVERS = 100;
const MAX_LISTED = 200;
const DEFAULT_LISTED = 50;
const GONE_TEXT = msg('The receiver wants no more messages. Save it again to switch it on.');

/** Why the alarms are not loaded; null: the disk has not responded yet. */
function unloadedText(fault: StoreFault | null): string {
  if (fault === null) return msg('The agent has not loaded the alarms yet. Try again in a moment.');
  if (fault === 'newer') return NEWER_STORED;
  return fault === 'in-use'
    ? msg('Another agent uses this folder. Give each agent its own folder in SLUICE_AGENT_DATA.')
    : DISK_UNUSABLE;
}

type Form = { kind: string; name: string; fields: Readonly<Record<string, string | number | boolean>> };

/** Adds the alarm routes. @param calls null without a folder to store alarms in */
export function alarmRoutes(app: FastifyInstance, calls: AlarmCalls | null): void {
  const requireCalls = (): AlarmCalls => {
    if (calls === null) throw new Refusal(503, NO_FOLDER);
    if (!calls.desk.isLoaded()) throw new Refusal(503, unloadedText(calls.desk.fault()), { retryAfter: 5 });
    return calls;
  };
  const urlOf = ({ path }: { path: string }) => AGENT_API + path;
  const runInTurn = createTurns();
  let adding = 0;

  app.get(urlOf(agentEndpoints.agentReceiverKinds), async () => ({ kinds: KINDS }) satisfies ReceiverKinds);
  app.get(urlOf(agentEndpoints.agentReceivers), async () => listReceivers(requireCalls()));
  app.post(urlOf(agentEndpoints.agentReceiverAdd), async ({ body }) => {
    const parts = requireCalls();
    if (parts.desk.receivers().length + adding >= MAX_RECEIVERS)
      throw new Refusal(422, msg('No more receivers can be added. Delete one first.'));
    const id = randomUUID();
    const receiver = parseForm(parts, id, readBody(agentEndpoints.agentReceiverAdd.body, body), null);
    adding++;
    await parts.desk
      .putReceiver(receiver)
      .catch(throwUnstored)
      .finally(() => adding--);
    await runInTurn(() => register(parts, id)).catch(async (error: unknown) => {
      // A retry of the client would add the receiver twice.
      await parts.desk.removeReceiver(id).catch(throwUnstored);
      throw error;
    });
    return shownReceiver(parts, receiver);
  });
  app.put<ById>(urlOf(agentEndpoints.agentReceiverSave), async ({ params: { id }, body }) => {
    const parts = requireCalls();
    const before = receiverIn(parts, id);
    const form = readBody(agentEndpoints.agentReceiverSave.body, body);
    const receiver = parseForm(parts, id, form, before);
    await parts.desk.putReceiver(receiver).catch(throwUnstored);
    return shownReceiver(parts, receiver);
  });
  app.delete<ById>(urlOf(agentEndpoints.agentReceiverDelete), async ({ params: { id } }) => {
    const parts = requireCalls();
    const isThere = parts.desk.receivers().some((receiver) => receiver.id === id);
    if (isThere) await parts.desk.removeReceiver(id).catch(throwUnstored);
    // Also removes a receiver that was deleted while the core was unreachable.
    const wasKnown = await runInTurn(() => unregister(parts, id));
    if (!isThere && !wasKnown) throw new Refusal(404, NO_RECEIVER);
    return listReceivers(parts);
  });
  app.post(urlOf(agentEndpoints.agentReceiverTry), async ({ body }) => {
    const parts = requireCalls();
    const { id, ...form } = readBody(agentEndpoints.agentReceiverTry.body, body);
    const before = id === null ? null : receiverIn(parts, id);
    return answerOf(await parts.desk.tryReceiver(parseForm(parts, id ?? 'new', form, before)));
  });
  app.post<ById>(urlOf(agentEndpoints.agentReceiverTest), async ({ params: { id } }) => {
    const parts = requireCalls();
    return answerOf(await parts.desk.test(receiverIn(parts, id)));
  });
  app.get(urlOf(agentEndpoints.agentDeliveries), async ({ query }) => {
    const { before, limit } = readPage(query);
    return { deliveries: await listDeliveries(requireCalls(), before, limit) } satisfies AlarmDeliveries;
  });
  app.post<{ Params: { number: string } }>(urlOf(agentEndpoints.agentDeliveryAgain), async ({ params }) => {
    const parts = requireCalls();
    const number = parseEventId(params.number);
    const [found] = number === null ? [] : await parts.disk.deliveries(number + 1, 1).catch(throwUnstored);
    if (found === undefined || found.number !== number)
      throw new Refusal(
        404,
        msg('The agent has deleted this message, so it cannot be sent again. Send a test instead.'),
      );
    receiverIn(parts, found.row.receiver);
    await parts.desk.sendAgain(found.row);
    return { deliveries: await listDeliveries(parts, null, DEFAULT_LISTED) } satisfies AlarmDeliveries;
  });
  app.get(urlOf(agentEndpoints.agentIncidents), async ({ query }) => {
    const parts = requireCalls();
    const { before, limit } = readPage(query);
    // Open incidents in memory are newer than the stored ones. They may be old, so all of them are on the first page.
    const open = parts.desk.open();
    const stored = await parts.disk.incidents(before, limit + open.length).catch(throwUnstored);
    const isOpen = (id: string) => open.some((incident) => incident.id === id);
    const past = stored.flatMap(({ id, incident }) => (isOpen(id) ? [] : (parseIncident(incident) ?? [])));
    // Incidents of the same moment stay on one page: the next page only has what began earlier.
    const oldest = past[limit - 1]?.begun.wall ?? Number.NEGATIVE_INFINITY;
    const incidents = [...(before === null ? open : []), ...past.filter(({ begun }) => begun.wall >= oldest)].toSorted(
      (a, b) => b.begun.wall - a.begun.wall,
    );
    return {
      incidents: incidents.map((incident) => shownIncident(incident, parts.desk.isSilent(incident))),
    } satisfies AlarmIncidents;
  });
  app.get(urlOf(agentEndpoints.agentAlarms), async () => {
    const parts = requireCalls();
    return shownAlarms(parts, await settingsIn(parts));
  });
  app.put(urlOf(agentEndpoints.agentAlarmsSave), async ({ body }) => {
    const parts = requireCalls();
    const form = readBody(agentEndpoints.agentAlarmsSave.body, body);
    return await runInTurn(() => saveAlarms(parts, form));
  });
}

async function saveAlarms(calls: AlarmCalls, { settings, revision }: AlarmsForm): Promise<Alarms> {
  const before = await settingsIn(calls);
  if (parseAlarmSettings(before) === 'newer') throw new Refusal(409, NEWER_STORED);
  if (revision !== revisionOf(before)) throw new Refusal(409, CHANGED_MEANWHILE);
  const { wording, ...alarms } = settings;
  checkZones(settings);
  checkRules(settings);
  if (wording.page !== null && !isPageAddress(wording.page))
    throw new Refusal(422, msg('Enter an address that begins with https:// or http://'), { field: 'page' });
  const read = parseAlarmSettings({ version: 1, alarms });
  const chosen = read === 'newer' ? USUAL_ALARMS : read;
  // The core derives from this list that there are receivers.
  const usual = Object.fromEntries(calls.desk.receivers().map(({ id }) => [id, USUAL_CHOICE]));
  const receivers = { ...usual, ...chosen.receivers };
  await store(calls, storeAlarmWording(storeAlarmSettings(before, { ...chosen, receivers }), wording));
  return shownAlarms(calls, await settingsIn(calls));
}

type AlarmsForm = z.output<typeof agentEndpoints.agentAlarmsSave.body>;

interface ById {
  Params: { id: string };
}

const KINDS: ReceiverKinds['kinds'] = receiverKinds.map(({ id, name, everySeconds, fields }) => ({
  ...{ id, name, everySeconds },
  fields: Object.fromEntries(
    Object.entries(fields).map(([key, { choices, ...note }]) => [
      key,
      { ...note, ...(choices === undefined ? {} : { choices: [...choices] }) },
    ]),
  ),
}));

function readPage(query: unknown): { before: number | null; limit: number } {
  const params = new Map(Object.entries(Object(query)));
  const limit = parseLimit(params.get('limit') ?? DEFAULT_LISTED, MAX_LISTED);
  if (limit === null) throw new Refusal(422, `It is a whole number from 1 to ${MAX_LISTED}`, { field: 'limit' });
  const text = params.get('before');
  const before = text === undefined || text === '' ? null : parseEventId(text);
  if (before === null && text !== undefined && text !== '')
    throw new Refusal(422, 'It is a whole number', { field: 'before' });
  return { before, limit };
}

async function listDeliveries({ disk }: AlarmCalls, before: number | null, limit: number) {
  const found = await disk.deliveries(before, limit).catch(throwUnstored);
  return found.map(({ number, row }) => ({ number, ...shownRow(row) }));
}

const throwUnstored = (): never => {
  throw new Refusal(503, DISK_UNUSABLE, { retryAfter: 10 });
};

function receiverIn({ desk }: AlarmCalls, id: string): StoredReceiver {
  const found = desk.receivers().find((receiver) => receiver.id === id);
  if (found === undefined) throw new Refusal(404, NO_RECEIVER);
  return found;
}

const kindOf = (id: string) => receiverKinds.find((kind) => kind.id === id);

/** Keeps stored secrets only if the address is the same; otherwise a caller could have them sent to himself. */
function keptSecrets(before: StoredReceiver | null, { kind, fields }: Form): Record<string, unknown> {
  const notes = Object.entries(kindOf(kind)?.fields ?? {});
  const isMoved = SECRET_DESTINATION.some(
    (key) => key in fields && String(fields[key]) !== String(before?.fields[key]),
  );
  if (before === null || before.kind !== kind || isMoved) return {};
  return Object.fromEntries(
    notes.flatMap(([key, { isSecret }]) =>
      isSecret && !(key in fields) && before.fields[key] !== undefined ? [[key, before.fields[key]]] : [],
    ),
  );
}

function parseForm({ rules }: AlarmCalls, id: string, form: Form, before: StoredReceiver | null): StoredReceiver {
  const fields = { ...form.fields, ...keptSecrets(before, form) };
  const read = readReceiver(form.kind, fields, rules);
  if ('faults' in read) {
    const [{ field, text }] = read.faults;
    throw new Refusal(422, text, { field, faults: [...read.faults] });
  }
  return { id, kind: form.kind, name: form.name, fields, isGone: false };
}

async function settingsIn({ desk }: AlarmCalls): Promise<unknown> {
  const found = await desk.storedSettings();
  if (found === null) throw new Refusal(503, CORE_AWAY, { retryAfter: 5 });
  return found.stored;
}

const store = ({ core }: AlarmCalls, value: object) =>
  core.metadataSet({ key: AGENT_KEY, body: value }).catch(() => {
    throw new Refusal(503, NOT_STORED, { retryAfter: 5 });
  });

/** Stores the receiver in the settings, from which the core derives that there are receivers. */
async function register(calls: AlarmCalls, id: string) {
  const before = await settingsIn(calls);
  const settings = parseAlarmSettings(before);
  if (settings === 'newer') return;
  const receivers = { ...settings.receivers, [id]: USUAL_CHOICE };
  await store(calls, storeAlarmSettings(before, { ...settings, receivers }));
  await settingsIn(calls);
}

async function unregister(calls: AlarmCalls, id: string): Promise<boolean> {
  const before = await settingsIn(calls);
  const settings = parseAlarmSettings(before);
  if (settings === 'newer' || !Object.hasOwn(settings.receivers, id)) return false;
  const { [id]: _, ...receivers } = settings.receivers;
  await store(calls, storeAlarmSettings(before, { ...settings, receivers }));
  await settingsIn(calls);
  return true;
}

const listReceivers = (calls: AlarmCalls) => ({
  receivers: calls.desk.receivers().map((receiver) => shownReceiver(calls, receiver)),
});

function shownReceiver({ desk }: AlarmCalls, { id, kind, name, fields, isGone }: StoredReceiver): AlarmReceiver {
  const notes = Object.entries(kindOf(kind)?.fields ?? {});
  const filled = notes.flatMap(([key, { isSecret }]) => {
    const value = fields[key];
    const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isValue && value !== '' ? [{ key, isSecret, value }] : [];
  });
  const last = desk.lastBeat(id);
  return {
    ...{ id, kind, name, isGone },
    fields: Object.fromEntries(filled.flatMap(({ key, isSecret, value }) => (isSecret ? [] : [[key, value]]))),
    secrets: filled.flatMap(({ key, isSecret }) => (isSecret ? [key] : [])),
    lastBeat: last === null ? null : answerOf(last),
  };
}

function answerOf(delivery: Delivery): DeliveryAnswer {
  const { type, status } = delivery;
  if (delivery.type === 'delivered') return { type, why: null, text: null, status };
  if (delivery.type === 'gone') return { type, why: 'gone', text: GONE_TEXT, status };
  return { type, why: delivery.why, text: DELIVERY_FAULTS[delivery.why], status };
}

const FAULT_TEXTS: ReadonlyMap<string, string> = new Map([...Object.entries(DELIVERY_FAULTS), ['gone', GONE_TEXT]]);

function tryTypeOf(state: OutboxRow['state'], reason: string | null): DeliveryAnswer['type'] {
  if (reason === null) return 'delivered';
  if (reason === 'gone') return 'gone';
  return state === 'waiting' ? 'retry' : 'refused';
}

function shownRow({ id, receiver, message, incidents, state, tries, firstAt, nextAt, last }: OutboxRow) {
  return {
    ...{ id, receiver, kind: message.kind, incidents, title: message.title, at: firstAt, state, tries },
    nextAt: state === 'waiting' ? nextAt : null,
    last: last && {
      ...{ type: tryTypeOf(state, last.why), at: last.at, why: last.why, status: last.status },
      text: last.why === null ? null : (FAULT_TEXTS.get(last.why) ?? null),
    },
  } as const;
}

function shownIncident(incident: Incident, isSilent: boolean): AlarmIncidents['incidents'][number] {
  const { id, rule, channel, publication, names, status, begun, statement } = incident;
  const { fault, sentences } = statement;
  const isOver = incident.status === 'resolved';
  return {
    ...{ id, rule, channel, publication, names, isSilent, status, fault, sentences: [...sentences] },
    remedy: alarmRemedy(rule, statement),
    ...{ begun: begun.wall, ended: isOver ? incident.ended.wall : null, end: isOver ? incident.end : null },
  };
}

function shownAlarms({ desk, areLooksPaused }: AlarmCalls, stored: unknown): Alarms {
  const parsed = parseAlarmSettings(stored);
  const settings = parsed === 'newer' ? USUAL_ALARMS : parsed;
  return {
    settings: { ...formOf(settings), wording: parseAlarmWording(stored) },
    offered: desk.offered(),
    revision: revisionOf(stored),
    fault: parsed === 'newer' ? 'newer' : desk.fault(),
    areLooksPaused: areLooksPaused(),
  };
}

const formOf = ({ rules, silences, receivers }: AlarmSettings) => ({
  rules: Object.fromEntries(ALARM_RULE_IDS.map((id) => [id, { ...rules[id] }])),
  silences: silences.map((silence) => ({ ...silence })),
  receivers: Object.fromEntries(
    Object.entries(receivers).map(([id, choice]) => [id, { ...choice, rules: choice.rules && [...choice.rules] }]),
  ),
});

/** Some rules fire at once by default, below the minimum, and may keep that. */
function checkRules({ rules }: Alarms['settings']) {
  const { least, most } = RULE_SECONDS;
  for (const id of ALARM_RULE_IDS) {
    const seconds = rules[id]?.seconds ?? ALARM_RULES[id].seconds;
    if (seconds !== ALARM_RULES[id].seconds && (seconds < least || seconds > most))
      throw new Refusal(422, `Enter ${least} to ${most} seconds`, { field: `rules.${id}` });
    const figure = rules[id]?.value;
    if (figure === undefined || isRuleValue(id, figure)) continue;
    const { value } = ALARM_RULES[id];
    throw new Refusal(422, value ? `Enter ${value.least} to ${value.most}` : 'This rule has no value', {
      field: `rules.${id}.value`,
    });
  }
}

function checkZones({ receivers, wording }: Alarms['settings']) {
  const zones = Object.values(receivers).map(({ quiet }) => quiet?.zone ?? null);
  if ([...zones, wording.zone].some((zone) => zone !== null && !isTimeZone(zone)))
    throw new Refusal(422, msg('Enter a time zone such as Europe/Berlin'), { field: 'zone' });
}
