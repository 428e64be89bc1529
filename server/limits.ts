const KB = 1024;
const MB = 1024 * KB;

type Unit = 'bytes' | 'ms' | 'characters' | 'connections' | 'items' | 'per second';

interface Limit {
  readonly value: number;
  readonly unit: Unit;
  /** What is limited, for whom, and what happens beyond it. */
  readonly what: string;
  /** The test that goes beyond it. */
  readonly test: string;
}

/**
 * What somebody without a login can make the core hold or do, alone and all of them together. `docs/limits.md` is made
 * from this table; `limits.test.ts` demands that each test names its limit.
 */
export const limits = {
  loginBody: {
    value: 16 * KB,
    unit: 'bytes',
    what: 'Body of a login. A larger one is refused without being read.',
    test: 'server/faults/login.test.ts',
  },
  logField: {
    value: 300,
    unit: 'characters',
    what: 'One field of a line of the log: an address, a user agent, a channel. What is longer is cut.',
    test: 'server/log/log.test.ts',
  },
  logText: {
    value: 4 * KB,
    unit: 'characters',
    what: 'A message or a reason that the core itself has written, a stack trace for one, in a line of the log.',
    test: 'server/log/log.test.ts',
  },
  logLines: {
    value: 10_000,
    unit: 'items',
    what: 'Lines of the log that are kept in memory, whatever `log.max_lines` says. The oldest are forgotten.',
    test: 'server/log/log.test.ts',
  },
  logBytes: {
    value: 4 * MB,
    unit: 'bytes',
    what: 'All lines of the log that are kept, and so the answer of `GET /api/v3/log`. The oldest are forgotten.',
    test: 'server/log/log.test.ts',
  },
  logStrangers: {
    value: 50,
    unit: 'per second',
    what: 'Lines of the log about requests and connections, all clients together. What is left out is counted in a line of its own. At the level `debug` nothing is left out but refusals.',
    test: 'server/log/throttle.test.ts',
  },
  logFile: {
    value: 10 * MB,
    unit: 'bytes',
    what: 'The file `core.log` of `make run`, looked at every second; what it had before is kept once, as `core.log.1`.',
    test: 'harness/launch/logFile.test.ts',
  },
  logAlike: {
    value: 10,
    unit: 'per second',
    what: 'Lines of them that are alike: the same component, with the same message or status. The first of its kind is always written.',
    test: 'server/log/throttle.test.ts',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** The figure of a limit, in its unit. */
export const limit = (name: LimitName): number => limits[name].value;

const shown = ({ value, unit }: Limit): string => {
  if (unit === 'bytes') return value >= MB ? `${value / MB} MB` : value >= KB ? `${value / KB} kB` : `${value} bytes`;
  if (unit === 'ms') return value >= 1000 ? `${value / 1000} s` : `${value} ms`;
  return unit === 'items' ? String(value) : `${value} ${unit}`;
};

/** `docs/limits.md`. */
export function limitsPage(): string {
  const rows = Object.entries<Limit>(limits).map(
    ([name, row]) => `- \`${name}\`: **${shown(row)}.** ${row.what} _Tested:_ \`${row.test}\``,
  );
  return `# Limits

What somebody without a login can make the embedded core hold or do. This page is made from \`server/limits.ts\`.

${rows.join('\n')}
`;
}
