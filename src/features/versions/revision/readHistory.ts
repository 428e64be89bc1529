import { call } from 'typed-redux-saga';
import { codeOf } from '../../../api/error.ts';
import type { ChannelHistory } from '../../../media/revision/restorePlan.ts';
import { parseRevisions, REVISIONS_KEY, revisionsKey, summarizeRevisions } from '../../../media/revision/revisions.ts';
import { entryOf, type StoredEntries } from '../../../media/revision/storedEntries.ts';
import { host } from '../../gate/host/host.ts';
import { readChannelProcesses } from '../saveRecord/createRecorder.ts';
import type { DeletedChannel } from './slice.ts';

export interface FoundHistory {
  /** Null: stored by a newer version. */
  history: ChannelHistory | null;
  /** The channel deleted last comes first. */
  deleted: readonly DeletedChannel[];
}

/** Throws a CoreError. */
export function* readHistory(channel: string) {
  const core = yield* host('core');
  const stored = yield* call(core.metadataAll);
  const revisions = parseRevisions(stored[revisionsKey(channel)]);
  const found: FoundHistory = {
    history: revisions === 'newer' ? null : { channel, list: revisions.list, now: {} },
    deleted: deletedIn(stored),
  };
  if (!found.history) return found;
  const keys = new Set(found.history.list.flatMap(({ entries }) => Object.keys(entries)));
  const processes: StoredEntries = channel === '' ? {} : yield* call(readChannelProcesses, channel);
  const now: Record<string, unknown> = { ...processes };
  for (const key of keys) {
    const { kind, name = '' } = entryOf(key) ?? {};
    if (kind === 'setting') now[key] = stored[name] ?? undefined;
    if (kind === 'file') now[key] = yield* call(readFile, name);
  }
  return { ...found, history: { ...found.history, now } };
}

function* readFile(path: string) {
  const core = yield* host('core');
  try {
    return yield* call(core.diskRead, { path });
  } catch (error) {
    if (codeOf(error) === 404) return undefined;
    throw error;
  }
}

const deletedIn = (stored: Readonly<Record<string, unknown>>): DeletedChannel[] =>
  Object.entries(stored)
    .flatMap(([key, body]) => {
      const { deleted } = summarizeRevisions(key.startsWith(REVISIONS_KEY) ? body : null);
      return deleted ? [{ channel: key.slice(REVISIONS_KEY.length), ...deleted }] : [];
    })
    .toSorted((a, b) => b.at - a.at);
