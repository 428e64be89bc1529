import { limit } from '../limits.ts';
import type { Level, Log } from '../types.ts';
import { plainField, plainText } from './sanitizeText.ts';
import { createThrottle } from './throttle.ts';

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

interface Bounds {
  readonly lines: number;
  readonly bytes: number;
}

const BOUNDS: Bounds = { lines: limit('logLines'), bytes: limit('logBytes') };

const ranks: Readonly<Record<Level, number>> = { error: 0, warn: 1, info: 2, debug: 3 };
const SILENT = -1;

/** `print` gets a whole line, without line feed. */
export function createLog(print: (line: string) => void, bounds = BOUNDS): LogRing {
  const ring = createRing(bounds.bytes);
  let most = ranks.info;
  let maxLines = 1000;

  const writes = (level: Level) => ranks[level] <= most;

  const put = (level: Level, component: string, message: string, fields: Fields) => {
    const plain = Object.entries(fields).map(([name, value]) => [name, plainField(name, value)]);
    const ts = new Date().toISOString();
    const entry = { ts, level, component, message: plainText(message), fields: Object.fromEntries(plain) };
    const line = lineOf(entry);
    ring.add(entry, Buffer.byteLength(line), maxLines);
    print(line);
  };

  const mayBeWritten = createThrottle((lines, of) => {
    if (writes('warn')) put('warn', 'Log', 'Lines left out: too many in one second', { lines, of });
  });

  return {
    writes,
    write: (level, component, message, fields = {}) => {
      if (!writes(level)) return;
      // At this level nothing is suppressed: a ring and a file of a fixed size hold it.
      if (level !== 'debug' && !mayBeWritten({ component, message, status: fields.status })) return;
      put(level, component, message, fields);
    },
    lines: () => ring.entries().map(lineOf),
    entries: () =>
      ring.entries().map(({ ts, component, message, fields }) => ({
        ts,
        component,
        ...(message === '' ? {} : { message }),
        ...fields,
      })),
    configure: (settings) => {
      most = levelOf(settings.level);
      maxLines = Math.min(Math.max(1, settings.maxLines), bounds.lines);
    },
  };
}

/** The last entries that fit. */
function createRing(maxBytes: number) {
  let kept: { readonly entry: Entry; readonly bytes: number }[] = [];
  /** Those before it are forgotten; they are cut off in blocks, as one shift per line would move all each time. */
  let first = 0;
  let bytes = 0;
  return {
    add: (entry: Entry, size: number, maxLines: number) => {
      kept.push({ entry, bytes: size });
      bytes += size;
      while (kept.length - first > maxLines || (bytes > maxBytes && kept.length - first > 1)) {
        bytes -= kept[first]?.bytes ?? 0;
        first += 1;
      }
      if (first > kept.length / 2) {
        kept = kept.slice(first);
        first = 0;
      }
    },
    entries: () => kept.slice(first).map(({ entry }) => entry),
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
