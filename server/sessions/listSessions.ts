import type { Collector, Session } from './collector.ts';
import { roundToThousandths } from './collector.ts';
import type { Collectors } from './collectorsByProtocol.ts';
import { collectorNames, type SessionEntry } from './types.ts';

const SHARE_OF_OTHERS = 0.1;

/** Limits the JSON bytes of all lists. Above it, only the busiest are listed; one entry per reference sums the rest. */
export function listSessions(
  collectors: Collectors | null,
  names: readonly string[],
  bytes: number,
): Map<string, SessionEntry[]> {
  const requested = collectorNames.filter((name) => names.includes(name));
  const bySize = requested.sort((a, b) => sizeOf(collectors?.[a]) - sizeOf(collectors?.[b]));
  const lists = new Map<string, SessionEntry[]>();
  let left = bytes;
  for (const [at, name] of bySize.entries()) {
    const list = listOf(collectors?.[name], left / (bySize.length - at));
    left -= list.reduce((sum, entry) => sum + bytesOf(entry), 0);
    lists.set(name, list);
  }
  return lists;
}

const sizeOf = (collector: Collector | undefined): number => collector?.active.size ?? 0;
const bytesOf = (entry: SessionEntry): number => Buffer.byteLength(JSON.stringify(entry)) + 1;

function listOf(collector: Collector | undefined, bytes: number): SessionEntry[] {
  const sessions = [...(collector?.active.values() ?? [])];
  const all = within(sessions, bytes);
  if (all.length === sessions.length) return all;
  const rated = sessions.map((session) => ({ session, bitrate: session.bitrate() }));
  const busiest = rated.sort((a, b) => b.bitrate - a.bitrate).map(({ session }) => session);
  const shown = within(busiest, bytes * (1 - SHARE_OF_OTHERS));
  return [...shown, ...others(busiest.slice(shown.length), bytes * SHARE_OF_OTHERS)];
}

function within(sessions: readonly Session[], bytes: number): SessionEntry[] {
  const list: SessionEntry[] = [];
  let left = bytes;
  for (const session of sessions) {
    const entry = session.entry();
    left -= bytesOf(entry);
    if (left < 0) break;
    list.push(entry);
  }
  return list;
}

function others(sessions: readonly Session[], bytes: number): SessionEntry[] {
  const byReference = new Map<string, { entry: SessionEntry; count: number }>();
  for (const session of sessions) {
    const ownEntry = session.entry();
    const found = byReference.get(ownEntry.reference);
    if (found === undefined) {
      const entry = { ...ownEntry, id: `others:${ownEntry.reference}`, remote: '' };
      byReference.set(ownEntry.reference, { entry, count: 1 });
      continue;
    }
    found.count += 1;
    for (const field of ['bytes_rx', 'bytes_tx', 'bandwidth_rx_kbit', 'bandwidth_tx_kbit'] as const) {
      found.entry[field] = roundToThousandths(found.entry[field] + ownEntry[field]);
    }
  }
  const largest = [...byReference.values()].sort((a, b) => b.count - a.count);
  const list: SessionEntry[] = [];
  let left = bytes;
  for (const { entry, count } of largest) {
    const merged = { ...entry, extra: `${count} sessions` };
    left -= bytesOf(merged);
    if (left < 0) break;
    list.push(merged);
  }
  return list;
}
