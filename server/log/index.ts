import { limit } from '../util/limits.ts';
import { toNetworkPrefix } from '../util/networks.ts';
import { createRing } from './ring.ts';

const SECOND_MS = 1_000;

/** Only text from strangers could create more kinds. */
const KINDS = 100;
const LONGEST_NAME = 60;

interface Limits {
  /** Lines per second about strangers in total. */
  readonly strangers: number;
  readonly alike: number;
}

const LIMITS: Limits = { strangers: limit('logStrangers'), alike: limit('logAlike') };

interface Line {
  readonly component: string;
  readonly message: string;
  readonly status: unknown;
}

/** Components that log actions of clients. */
const ABOUT_STRANGERS = new Set(['HTTP', 'HTTPS', 'RTMP', 'RTMPS', 'SRT']);

const LEFT_OUT = 'Log';

/** Returns the network of the client that caused a line; null for the core itself. */
function partyOf(component: string, { client, remote }: Fields): string | null {
  if (component === LEFT_OUT) return LEFT_OUT;
  if (!ABOUT_STRANGERS.has(component)) return null;
  const address = typeof client === 'string' ? client : typeof remote === 'string' ? withoutPort(remote) : '';
  return toNetworkPrefix(address);
}

/** `192.0.2.1:5000` or `[2001:db8::1]:5000` */
const withoutPort = (remote: string): string => remote.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');

/** Limits lines per second, except the first of each kind: a flood of one kind must not hide another. */
function createThrottle(report: (lines: number, kind: string) => void, limits = LIMITS) {
  const counts = new Map<string, { lines: number; left: number }>();
  let passed = 0;
  let counting = false;

  const next = () => {
    const left = [...counts].filter(([, kind]) => kind.left > 0);
    counts.clear();
    passed = 0;
    counting = false;
    if (left.length === 0) return;
    const max = left.toSorted(([, a], [, b]) => b.left - a.left);
    report(
      left.reduce((sum, [, kind]) => sum + kind.left, 0),
      max.map(([name, kind]) => `${kind.left} ${name}`).join(', '),
    );
  };

  return ({ component, message, status }: Line): boolean => {
    if (!counting) setTimeout(next, SECOND_MS).unref();
    counting = true;
    const fullName = `${component} ${typeof status === 'number' ? status : message.slice(0, LONGEST_NAME)}`;
    const name = counts.has(fullName) || counts.size < KINDS ? fullName : 'others';
    const kind = counts.get(name) ?? { lines: 0, left: 0 };
    counts.set(name, kind);
    const isAboutStrangers = ABOUT_STRANGERS.has(component);
    const fits = isAboutStrangers
      ? kind.lines === 0 || (kind.lines < limits.alike && passed < limits.strangers)
      : kind.lines < limits.strangers;
    if (!fits) {
      kind.left += 1;
      return false;
    }
    kind.lines += 1;
    if (isAboutStrangers) passed += 1;
    return true;
  };
}

/** Fields with text of the core itself; other text may come from a stranger. */
const OURS = new Set(['error', 'reason', 'command']);

/** Characters that move a terminal's cursor or reverse the text. Line feeds are quoted. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const UNSEEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const escapeCharacter = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

function plainText(text: string, max = limit('logText')): string {
  const cut = text.length > max ? text.slice(0, max) : text;
  const plain = cut.replace(UNSEEN, escapeCharacter);
  return plain.length > max || cut.length < text.length ? `${plain.slice(0, max - 1)}…` : plain;
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || value === undefined || value === null;

function plainField(name: string, value: unknown): unknown {
  if (isPlain(value)) return value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return plainText(text, limit(OURS.has(name) ? 'logText' : 'logField'));
}

export type Level = 'error' | 'warn' | 'info' | 'debug';

export interface Log {
  /** Adds a line to `GET /v3/log`, and prints it to stderr at the configured level. `fields` keep their order. */
  write(level: Level, component: string, message: string, fields?: Readonly<Record<string, unknown>>): void;
}

type Fields = Readonly<Record<string, unknown>>;

/** Format of `GET /v3/log?format=raw`. */
interface Entry {
  readonly ts: string;
  readonly level: Level;
  readonly component: string;
  readonly message: string;
  readonly fields: Fields;
}

export interface LogRing extends Log {
  lines(): string[];
  entries(): Record<string, unknown>[];
  /** If false, callers need not prepare the line. */
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

export function createLog(print: (line: string) => void, bounds = BOUNDS): LogRing {
  const ring = createRing<Entry>(bounds.bytes);
  let max = ranks.info;
  let maxLines = 1000;

  const writesLevel = (level: Level) => ranks[level] <= max;

  const putLine = (level: Level, component: string, message: string, fields: Fields) => {
    const plain = Object.entries(fields).map(([name, value]) => [name, plainField(name, value)]);
    const ts = new Date().toISOString();
    const entry = { ts, level, component, message: plainText(message), fields: Object.fromEntries(plain) };
    const line = lineOf(entry);
    ring.add(entry, Buffer.byteLength(line), partyOf(component, fields), maxLines);
    print(line);
  };

  const mayBeWritten = createThrottle((lines, party) => {
    if (writesLevel('warn')) putLine('warn', LEFT_OUT, 'Lines left out: too many in one second', { lines, of: party });
  });

  return {
    writes: writesLevel,
    write: (level, component, message, fields = {}) => {
      if (!writesLevel(level)) return;
      // At debug level nothing is suppressed: the ring has a fixed size.
      if (level !== 'debug' && !mayBeWritten({ component, message, status: fields.status })) return;
      putLine(level, component, message, fields);
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
      max = levelOf(settings.level);
      maxLines = Math.min(Math.max(1, settings.maxLines), bounds.lines);
    },
  };
}

/** Unknown levels count as info, because the real core does not check them. */
function levelOf(name: string): number {
  if (name === 'silent') return SILENT;
  return Object.entries(ranks).find(([level]) => level === name)?.[1] ?? ranks.info;
}

function lineOf({ ts, level, component, message, fields }: Entry): string {
  const seconds = ts.replace(/\.\d+Z$/, 'Z');
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${formatValue(value)}`);
  const messagePart = message === '' ? '' : ` msg=${JSON.stringify(message)}`;
  return `ts=${seconds} level=${level.toUpperCase()} component=${JSON.stringify(component)}${messagePart}${pairs.join('')}`;
}

const formatValue = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : (JSON.stringify(value) ?? '""');
