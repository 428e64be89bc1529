import { createHash } from 'node:crypto';
import type { DbContent } from './db.ts';

/** Proxies accept lines of 8 kB, and a metadata key may follow. */
const MAX_SIGNS = 4_096;
/** Longest id that our own server accepts. */
const MAX_SIGNS_EVER = 12_000;

function encodeName(name: string): string | null {
  try {
    return encodeURIComponent(name);
  } catch {
    return null;
  }
}

/** Returns the fault of an id that no URL can contain; null if there is none. Such a process could not be stopped. */
export function findAddressFault(name: string): string | null {
  const address = encodeName(name);
  if (address === null) return 'it has half a character';
  if (name === '.' || name === '..') return 'it means a folder in an address';
  if (/\p{Cc}/u.test(name)) return 'it has a control character';
  return address.length > MAX_SIGNS ? `it is longer than ${MAX_SIGNS} characters in an address` : null;
}

const isBeyondReach = (id: string): boolean =>
  id === '.' || id === '..' || (encodeName(id)?.length ?? Number.POSITIVE_INFINITY) > MAX_SIGNS_EVER;

const nameInstead = (id: string): string =>
  `unnamed-${createHash('sha256').update(JSON.stringify(id)).digest('hex').slice(0, 16)}`;

/** Renames unreachable stored processes, the same way at each start, so that they can be deleted. */
export function renameUnreachableIds(content: DbContent): { content: DbContent; names: ReadonlyMap<string, string> } {
  const ids = content.processes.map(({ config }) => config.id).filter(isBeyondReach);
  const names = new Map(ids.map((id) => [id, nameInstead(id)]));
  if (names.size === 0) return { content, names };
  const nameOf = (id: string) => names.get(id) ?? id;
  return {
    names,
    content: {
      ...content,
      processes: content.processes.map((process) => ({
        ...process,
        config: { ...process.config, id: nameOf(process.config.id) },
      })),
      processMetadata: new Map([...content.processMetadata].map(([id, values]) => [nameOf(id), values])),
    },
  };
}
