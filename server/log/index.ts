import type { Level, Log } from '../types.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One event as `GET /v3/log?format=raw` shows it. */
interface Entry {
  readonly ts: string;
  readonly level: Level;
  readonly component: string;
  readonly message: string;
  readonly fields: Fields;
}

export interface LogRing extends Log {
  /** Oldest first. */
  lines(): string[];
  entries(): Record<string, unknown>[];
  /** Does this level leave a trace at all? Saves the work of describing what nobody will read. */
  writes(level: Level): boolean;
  configure(settings: { level: string; maxLines: number }): void;
}

const ranks: Readonly<Record<Level, number>> = { error: 0, warn: 1, info: 2, debug: 3 };
const SILENT = -1;

/** `print` gets a whole line, without line feed. */
export function createLog(print: (line: string) => void): LogRing {
  let ring: Entry[] = [];
  let most = ranks.info;
  let maxLines = 1000;

  const writes = (level: Level) => ranks[level] <= most;

  return {
    writes,
    write: (level, component, message, fields = {}) => {
      if (!writes(level)) return;
      const entry = { ts: new Date().toISOString(), level, component, message, fields };
      ring.push(entry);
      // Cut in blocks: one shift per line would move the whole ring each time.
      if (ring.length > maxLines * 2) ring = ring.slice(-maxLines);
      print(lineOf(entry));
    },
    lines: () => ring.slice(-maxLines).map(lineOf),
    entries: () =>
      ring.slice(-maxLines).map(({ ts, component, message, fields }) => ({
        ts,
        component,
        ...(message === '' ? {} : { message }),
        ...fields,
      })),
    configure: (settings) => {
      most = levelOf(settings.level);
      maxLines = Math.max(1, settings.maxLines);
    },
  };
}

/** Unknown words count as info, as the core does not check them. */
function levelOf(word: string): number {
  if (word === 'silent') return SILENT;
  return Object.entries(ranks).find(([level]) => level === word)?.[1] ?? ranks.info;
}

function lineOf({ ts, level, component, message, fields }: Entry): string {
  const seconds = ts.replace(/\.\d+Z$/, 'Z');
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${shown(value)}`);
  const told = message === '' ? '' : ` msg=${JSON.stringify(message)}`;
  return `ts=${seconds} level=${level.toUpperCase()} component=${JSON.stringify(component)}${told}${pairs.join('')}`;
}

const shown = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : (JSON.stringify(value) ?? '""');
