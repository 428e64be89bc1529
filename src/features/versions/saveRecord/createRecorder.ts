import { call, put, type SagaGenerator } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { CoreError, unreadAnswer } from '../../../api/error.ts';
import {
  backupOf,
  channelOfIngest,
  ingestId,
  METADATA_KEY,
  renditionOf,
  temporaryProcessOf,
} from '../../../api/processIds.ts';
import { REVISION_LIMITS } from '../../../api/revisionLimits.ts';
import { subjectOf } from '../../../api/token.ts';
import { bundlePathOf } from '../../../media/bundle/bundlePath.ts';
import { channelOfKey } from '../../../media/bundle/globalKeys.ts';
import {
  markOf,
  parseRevisions,
  REVISIONS_KEY,
  type RevisedEntry,
  type Revision,
  type Revisions,
  revisionsKey,
  storeRevisions,
  summarizeRevisions,
} from '../../../media/revision/revisions.ts';
import {
  type EntryKind,
  entryKey,
  entryOf,
  type ProcessEntry,
  type StoredEntries,
} from '../../../media/revision/storedEntries.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { host, type SaveEnd, type SaveRecorder } from '../../gate/host/host.ts';
import type { WriteArguments, WriteName } from '../../gate/host/writeArguments.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { NOT_UNDOABLE, saveRecorded } from '../../shared/saving/saveRecorded.ts';

/*
 * Each save stores what was before in a revision of its channel, so that it can be undone. See
 * docs/decisions/0039-revisions.md.
 */

interface Touched {
  kind: EntryKind;
  name: string;
  /** The channel, if the request names it. */
  channel?: string | undefined;
  /** The value after the request; for processes, it is read again instead. */
  value?: unknown;
}

/** Which entry a write changes. `unrecorded`: one that no revision covers, so that the whole save has none. */
const TOUCHED: { [Name in WriteName]: (args: WriteArguments[Name]) => Touched | 'nothing' | 'unrecorded' } = {
  processAdd: ({ body: { id, reference } }) => ({ kind: 'process', name: id, channel: reference }),
  processUpdate: ({ id, body: { reference } }) => ({ kind: 'process', name: id, channel: reference }),
  processDelete: ({ id }) => ({ kind: 'process', name: id }),
  processMetadataSet: ({ id }) => ({ kind: 'process', name: id }),
  metadataSet: ({ key, body }) => ({
    ...{ kind: 'setting', name: key, channel: channelOfKey(key) ?? '' },
    value: body === null ? undefined : body,
  }),
  // Secrets of the core are not readable on every core, and a change may need a restart.
  configSet: () => 'unrecorded',
  // The last press counts.
  processCommand: () => 'nothing',
  diskWrite: ({ path, body }) => ({ kind: 'file', name: path, channel: channelOfFile(path), value: body }),
  diskDelete: ({ path }) => ({ kind: 'file', name: path, channel: channelOfFile(path) }),
};

const channelOfFile = (path: string) => /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(path)?.[0] ?? '';

/** Others are images and recordings, which would be too large. */
const isTemplate = (path: string) => bundlePathOf(path)?.kind === 'template';

/** What a save has found and changed so far. */
interface SaveRecord {
  status: 'recording' | 'unrecorded' | 'incomplete';
  /** All global metadata when the save began. */
  readonly stored: Readonly<Record<string, unknown>>;
  readonly processes: Map<string, StoredEntries>;
  /** By channel. */
  readonly touched: Map<string, Map<string, TouchedEntry>>;
  readonly lostFiles: Map<string, string>;
}

interface TouchedEntry {
  before: unknown;
  after: unknown;
}

/** @param stored all global metadata when the save begins */
export function createRecorder(stored: SaveRecord['stored']): SaveRecorder {
  const record: SaveRecord = {
    status: 'recording',
    ...{ stored, processes: new Map(), touched: new Map(), lostFiles: new Map() },
  };
  return {
    noteBefore: (name, args) => noteBefore(record, name, args),
    store: (end) => storeRecord(record, end),
  };
}

function* noteBefore<Name extends WriteName>(record: SaveRecord, name: Name, args: WriteArguments[Name]) {
  if (record.status !== 'recording') return;
  const touched = TOUCHED[name](args);
  if (touched === 'nothing') return;
  if (touched === 'unrecorded') record.status = 'unrecorded';
  else if (!(yield* call(quietly, () => note(record, touched)))) record.status = 'incomplete';
}

function* note(record: SaveRecord, touched: Touched) {
  if (touched.kind === 'file' && !isTemplate(touched.name)) {
    record.lostFiles.set(touched.name, touched.channel ?? '');
    return;
  }
  if (touched.kind === 'process' && temporaryProcessOf(touched.name) !== null) return;
  const channel = touched.channel ?? (yield* channelOfProcess(record, touched.name));
  if (channel === null) return;
  const entries = record.touched.get(channel) ?? new Map<string, TouchedEntry>();
  record.touched.set(channel, entries);
  const key = entryKey(touched.kind, touched.name);
  const noted = entries.get(key);
  const before = noted ? noted.before : yield* call(readBefore, record, channel, touched);
  entries.set(key, { before, after: touched.value });
}

function* readBefore(record: SaveRecord, channel: string, { kind, name }: Touched): SagaGenerator<unknown> {
  if (kind === 'setting') return record.stored[name] ?? undefined;
  if (kind === 'process') {
    const found = (yield* processesBefore(record, channel))[entryKey('process', name)];
    if (found === null) throw unreadAnswer(name);
    return found;
  }
  const core = yield* host('core');
  // A browser reports a missing file as an error of the page.
  const files = yield* call(core.diskFiles, { glob: name });
  if (!files.some((file) => file.name === name)) return undefined;
  const text = yield* call(core.diskRead, { path: name });
  if (text.length <= REVISION_LIMITS.file) return text;
  throw new CoreError(413, 'The file is too large');
}

/** Returns null for a process that does not exist. */
function* channelOfProcess(record: SaveRecord, id: string) {
  const key = entryKey('process', id);
  for (const [channel, entries] of record.processes) if (Object.hasOwn(entries, key)) return channel;
  for (const [channel, entries] of record.touched) if (entries.has(key)) return channel;
  const named = channelOfIngest(id.replace(/_snapshot$/, '')) ?? (renditionOf(id) ?? backupOf(id))?.channel;
  if (named !== undefined && named !== null) return named;
  const core = yield* host('core');
  const [found] = yield* call(core.processes, { id, filter: 'config,metadata' });
  return found ? found.reference : null;
}

/** One request for all processes of a channel, as most saves write several. */
function* processesBefore(record: SaveRecord, channel: string) {
  const known = record.processes.get(channel);
  if (known) return known;
  const entries = yield* call(readChannelProcesses, channel);
  record.processes.set(channel, entries);
  return entries;
}

/** Returns the processes of a channel as entries; null: unreadable. Throws a CoreError. */
export function* readChannelProcesses(channel: string) {
  const core = yield* host('core');
  const processes = yield* call(core.processes, { reference: channel, filter: 'config,metadata,state' });
  const entries: StoredEntries = Object.fromEntries(
    processes.flatMap((process) =>
      process.reference === channel ? [[entryKey('process', process.id), processEntry(process)]] : [],
    ),
  );
  return entries;
}

function processEntry({ config, metadata, state }: Process): ProcessEntry | null {
  if (!config || config === UNREAD || metadata === UNREAD) return null;
  const order = state?.order === 'unknown' ? undefined : state?.order;
  return { config, metadata: metadata ?? {}, order };
}

function* storeRecord(record: SaveRecord, { succeeded, isLost }: SaveEnd) {
  if (record.status === 'unrecorded') return;
  const isStored =
    !isLost && record.status === 'recording' && (yield* call(quietly, () => storeAll(record, succeeded)));
  if (!isStored && succeeded) yield* put(noticed('warning', NOT_UNDOABLE));
}

function* storeAll(record: SaveRecord, isOffered: boolean) {
  for (const channel of new Set([...record.touched.keys(), ...record.lostFiles.values()]))
    yield* store(record, channel, isOffered);
}

/** @param isOffered to be undone at once */
function* store(record: SaveRecord, channel: string, isOffered: boolean) {
  const { stored, touched, lostFiles: lost } = record;
  const entries = yield* revisedEntries(touched.get(channel) ?? new Map(), channel);
  const lostFiles = [...lost].flatMap(([path, owner]) => (owner === channel ? [path] : []));
  if (Object.keys(entries).length + lostFiles.length === 0) return;
  const key = revisionsKey(channel);
  const before = parseRevisions(stored[key]);
  const isEmpty = before !== 'newer' && before.list.length === 0;
  // An image that was replaced under the same name cannot be restored.
  if (isEmpty && Object.keys(entries).length === 0) return;
  const core = yield* host('core');
  const at = (yield* host('now'))();
  const by = subjectOf(core.tokens.access);
  const after = before === 'newer' ? null : withRevision(before, { at, by, entries, lostFiles }, channel);
  const body = after && storeRevisions(after);
  if (!body) throw new CoreError(413, 'The revision is too large');
  for (const dropped of keysBeyondLimits({ ...stored, [key]: body }, key))
    yield* call(quietly, () => core.metadataSet({ key: dropped, body: null }));
  yield* call(core.metadataSet, { key, body });
  // A new channel is not undone, but deleted.
  const ingest = entryKey('process', ingestId(channel));
  const isNew = Object.hasOwn(entries, ingest) && entries[ingest]?.before === undefined;
  if (isOffered && Object.keys(entries).length > 0 && !isNew) yield* put(saveRecorded({ channel, at }));
}

function* revisedEntries(touched: ReadonlyMap<string, TouchedEntry>, channel: string) {
  const hasProcesses = [...touched.keys()].some((key) => entryOf(key)?.kind === 'process');
  const processes: StoredEntries = hasProcesses ? yield* call(readChannelProcesses, channel) : {};
  const revised = [...touched].flatMap(([key, { before, after }]): [string, RevisedEntry][] => {
    const now = entryOf(key)?.kind === 'process' ? processes[key] : after;
    return markOf(before) === markOf(now)
      ? []
      : [[key, { before: now === undefined ? before : plain(before), after: markOf(now) }]];
  });
  return Object.fromEntries(revised);
}

/** Whether a process runs is only needed to restore it after its deletion. */
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('order' in value)) return value;
  const { order: _, ...rest } = value;
  return rest;
};

/** Files that are deleted after the save that replaced them belong to its revision. */
function withRevision({ list, deleted }: Revisions, revision: Revision, channel: string): Revisions {
  const [newest, ...older] = list;
  if (Object.keys(revision.entries).length === 0)
    return {
      list: newest
        ? [{ ...newest, lostFiles: [...new Set([...newest.lostFiles, ...revision.lostFiles])] }, ...older]
        : [],
      deleted,
    };
  const ingest = revision.entries[entryKey('process', ingestId(channel))];
  const isDeleted = ingest ? ingest.after === '' : deleted !== null;
  const name = ingest && nameIn(ingest.before);
  return {
    list: [revision, ...list],
    deleted: isDeleted
      ? { name: name ?? deleted?.name ?? '', at: ingest ? revision.at : (deleted?.at ?? revision.at) }
      : null,
  };
}

const nameIn = (entry: unknown): string => parseIngestMetadata(Object(Object(entry).metadata)[METADATA_KEY]).meta.name;

/** Returns the keys of other channels that have to go, those without a save for the longest time first. */
function keysBeyondLimits(stored: Readonly<Record<string, unknown>>, own: string): string[] {
  const all = Object.entries(stored).flatMap(([key, body]) =>
    key.startsWith(REVISIONS_KEY) ? [{ key, size: JSON.stringify(body).length, ...summarizeRevisions(body) }] : [],
  );
  let total = all.reduce((sum, { size }) => sum + size, 0);
  let deletions = all.filter(({ deleted }) => deleted !== null).length;
  return all
    .filter(({ key }) => key !== own)
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ key, size, deleted }) => {
      const isBeyond = total > REVISION_LIMITS.total || (deleted && deletions > REVISION_LIMITS.deletedChannels);
      if (!isBeyond) return [];
      total -= size;
      deletions -= deleted ? 1 : 0;
      return [key];
    });
}
