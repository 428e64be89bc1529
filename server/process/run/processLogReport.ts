import { createHeadAndTail } from '../../ffmpeg/probe.ts';

const PRELUDE_HEAD = 100;
const PRELUDE_TAIL = 50;

interface Run {
  readonly created_at: number;
  readonly prelude: readonly string[];
  readonly log: readonly (readonly [string, string])[];
}

export type Report = Run & { readonly history: readonly Run[] };

interface ReportLimits {
  readonly maxLines: number;
  readonly maxHistory: number;
}

const unix = (ms: number) => Math.floor(ms / 1000);
// `slice(-0)` would return the whole list.
const newest = <T>(list: readonly T[], count: number): T[] => (count > 0 ? list.slice(-count) : []);

/** The log of the current run, and older runs in the history, oldest first. Times in Unix seconds. */
export function createReport(limits: ReportLimits, nowMs: number) {
  let createdAt = unix(nowMs);
  let prelude = createHeadAndTail(PRELUDE_HEAD, PRELUDE_TAIL);
  let preludeOpen = true;
  let log: [string, string][] = [];
  let history: Run[] = [];
  let json: string | null = null;

  const currentRun = (): Run => ({
    created_at: createdAt,
    prelude: prelude.lines(),
    log: newest(log, limits.maxLines),
  });
  const get = (): Report => ({ ...currentRun(), history });

  return {
    begin(atMs: number): void {
      if (prelude.count() > 0 || log.length > 0) history = newest([...history, currentRun()], limits.maxHistory);
      createdAt = unix(atMs);
      prelude = createHeadAndTail(PRELUDE_HEAD, PRELUDE_TAIL);
      [preludeOpen, log, json] = [true, [], null];
    },
    line(text: string, atMs: number): void {
      json = null;
      log.push([String(unix(atMs)), text]);
      if (log.length > limits.maxLines * 2 + 1) log = newest(log, Math.max(1, limits.maxLines));
      if (preludeOpen) prelude.push(text);
    },
    closePrelude(): void {
      preludeOpen = false;
    },
    lastLine: (): string => log.at(-1)?.[1] ?? '',
    get,
    /** Cached, because hundreds of reports are read every second. */
    json: (): string => {
      json ??= JSON.stringify(get());
      return json;
    },
    inherit(older: Report): void {
      const run =
        older.log.length > 0 ? [{ created_at: older.created_at, prelude: older.prelude, log: older.log }] : [];
      history = newest([...older.history, ...run], limits.maxHistory);
      json = null;
    },
  };
}
