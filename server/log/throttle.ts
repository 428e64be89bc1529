import { limit } from '../limits.ts';

const SECOND_MS = 1_000;

/** Kinds of lines that are told apart in a second. There are not more, unless a message is made of what strangers say. */
const KINDS = 100;
const LONGEST_NAME = 60;

interface Limits {
  /** Lines a second about strangers, all together. */
  readonly strangers: number;
  /** Lines a second that are alike. */
  readonly alike: number;
}

const LIMITS: Limits = { strangers: limit('logStrangers'), alike: limit('logAlike') };

export interface Line {
  readonly component: string;
  readonly message: string;
  readonly status: unknown;
}

/** Components that say what others do. */
const ABOUT_STRANGERS = new Set(['HTTP', 'HTTPS', 'RTMP', 'SRT']);

/**
 * Lets through what a person can read. The first of its kind in a second always is: whoever fills the log with one thing
 * must not hide another. `tell` gets the number of lines that a second has lost, and of what.
 */
export function createThrottle(tell: (lines: number, of: string) => void, limits = LIMITS) {
  const seen = new Map<string, { lines: number; left: number }>();
  let passed = 0;
  let counting = false;

  const next = () => {
    const left = [...seen].filter(([, kind]) => kind.left > 0);
    seen.clear();
    passed = 0;
    counting = false;
    if (left.length === 0) return;
    const most = left.toSorted(([, a], [, b]) => b.left - a.left);
    tell(
      left.reduce((sum, [, kind]) => sum + kind.left, 0),
      most.map(([name, kind]) => `${kind.left} ${name}`).join(', '),
    );
  };

  /** May this line be written? */
  return ({ component, message, status }: Line): boolean => {
    if (!counting) setTimeout(next, SECOND_MS).unref();
    counting = true;
    const known = `${component} ${typeof status === 'number' ? status : message.slice(0, LONGEST_NAME)}`;
    const name = seen.has(known) || seen.size < KINDS ? known : 'others';
    const kind = seen.get(name) ?? { lines: 0, left: 0 };
    seen.set(name, kind);
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
