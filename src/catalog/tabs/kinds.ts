import { msg } from '../../i18n/msg.ts';
import type { Kind, Typed } from './define.ts';

interface Rules {
  /** From the config to the screen. */
  read(stored: unknown): Typed;
  /** From the screen to the config; `stored` is what stands there now. */
  parse(typed: Typed, stored: unknown): unknown;
  /** What is wrong with it; null when it can be parsed. */
  fault(typed: Typed): string | null;
}

const HIGHEST_PORT = 65_535;

const fine = () => null;
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value));

const text: Rules = { read: textOf, parse: String, fault: fine };

/** `:8080`, or `10.0.0.5:8080`: the port is what is set here, the host stays as it is. */
export const hostOf = (address: unknown) => textOf(address).replace(/:?[^:]*$/, '');
const portOf = (address: unknown) => /[^:]*$/.exec(textOf(address))?.[0] ?? '';

/** Trimmed, without empty ones. */
export const entriesOf = (typed: string, separator: string) =>
  typed
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const listBy = (separator: string, joint: string): Rules => ({
  read: (stored) => (Array.isArray(stored) ? stored.map(String).join(joint) : ''),
  parse: (typed) => entriesOf(String(typed), separator),
  fault: fine,
});

const digits = /^\d+$/;

export const kinds: Readonly<Record<Kind, Rules>> = {
  flag: { read: (stored) => stored === true, parse: (typed) => typed === true, fault: fine },
  text: { ...text, parse: (typed) => String(typed).trim() },
  secret: text,
  whole: {
    read: (stored) => textOf(stored),
    // An empty field means 0 (specification 5).
    parse: (typed) => Number(String(typed).trim()),
    fault: (typed) =>
      /^\d*$/.test(String(typed).trim()) ? null : msg('Enter a whole number, 0 or higher, without a unit.'),
  },
  port: {
    read: portOf,
    parse: (typed, stored) => {
      const port = String(typed).trim();
      return `${hostOf(stored)}:${digits.test(port) ? Number(port) : port}`;
    },
    fault: (typed) => {
      const port = String(typed).trim();
      // The core itself takes any number, and does not come up again with an impossible one.
      const possible = digits.test(port) && Number(port) >= 1 && Number(port) <= HIGHEST_PORT;
      return possible ? null : msg('Enter a port from 1 to 65535.');
    },
  },
  commas: listBy(',', ', '),
  lines: listBy('\n', '\n'),
};
