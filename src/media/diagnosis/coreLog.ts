import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import { MARK } from '../masking/maskAddress.ts';
import type { Cause, Role } from './causes.ts';
import { type Run, withoutPrefix } from './parseRun.ts';
import type { PushRefusal } from './processFailure.ts';

const isOf = (line: string, component: string) =>
  line.includes(`component="${component}"`) || line.includes(`component=${component} `);

type CoreLogPattern = [cause: Cause, component: string, line: RegExp, role?: Role];

/** First match wins. A publisher with a wrong token is logged with who="PLAY". */
const CORE_LOG_PATTERNS: readonly CoreLogPattern[] = [
  ['stale', 'Process', /msg="?Stale timeout|reason="?stale/],
  ['limit-cpu', 'Process', /reason="?cpu limit/],
  ['limit-memory', 'Process', /limits are exceeded|reason="?memory limit/],
  // ffmpeg does not report rejected writes.
  ['storage-password', 'HTTP', /path="\/memfs\/.*\bstatus=40[13]\b/],
  ['push-full', 'HTTP', /msg="?Push refused/, 'source'],
  ['name-reserved', 'RTMP', /belongs to a process|gives its name to a process/i],
  ['no-keyframe', 'RTMP', /sends no keyframe/],
  ['name-taken', 'RTMP', /already publishing|action="?CONFLICT/],
  ['app-refused', 'RTMP', /invalid app|outside of the app/],
  ['key-refused', 'RTMP', /invalid (?:streamkey|token)|action="?FORBIDDEN|wrong or missing token/],
  ['server-full', 'RTMP', /too many (?:publishers|players)/],
  ['waiting-push', 'RTMP', /action="?NOTFOUND|nobody publishes/, 'source'],
  ['stream-missing', 'RTMP', /action="?NOTFOUND|nobody publishes/],
  ['srt-passphrase', 'SRT', /unwrap key|passphrase|encryption/],
  ['name-taken', 'SRT', /already publish|status="?CONFLICT/],
  ['key-refused', 'SRT', /invalid token|status="?FORBIDDEN/],
  ['waiting-push', 'SRT', /no publisher|status="?NOTFOUND/, 'source'],
  ['stream-missing', 'SRT', /no publisher|status="?NOTFOUND/],
  ['source-ended', 'RTMP', /action="?STOP.*who="?PUBLISH/, 'source'],
];

/** The core fills in its own keys for a pushed source, so the rejected client is the encoder. */
const OF_ENCODER: Readonly<Partial<Record<Cause, PushRefusal>>> = {
  'key-refused': 'push-refused',
  'app-refused': 'push-app',
  'srt-passphrase': 'push-passphrase',
};

const MB = 1024 * 1024;

function exceeded(line: string, limits: Run['limits']): Cause {
  if (limits === undefined || limits.cpuPercent === 0) return 'limit-memory';
  if (limits.memoryMb === 0) return 'limit-cpu';
  const memory = Number(/\bmemory=(\d+)/.exec(line)?.[1]);
  return memory < limits.memoryMb * MB ? 'limit-cpu' : 'limit-memory';
}

type RunFacts = Pick<Run, 'pushed' | 'limits'>;

export function causeInCoreLog(
  log: readonly string[],
  role: Role,
  { pushed = false, limits }: RunFacts = {},
): { cause: Cause; line: string } | null {
  const lines = log.map(withoutPrefix);
  const isSent = pushed && role === 'source';
  for (const [cause, component, pattern, only] of CORE_LOG_PATTERNS) {
    if (only !== undefined && only !== role) continue;
    const line = lines.findLast((entry) => isOf(entry, component) && pattern.test(entry));
    // A rejected second encoder does not disturb the first one.
    if (line === undefined || (isSent && cause === 'name-taken')) continue;
    const isLimit = cause === 'limit-memory' && /limits are exceeded/.test(line);
    const refined = isLimit ? exceeded(line, limits) : (isSent && OF_ENCODER[cause]) || cause;
    return { cause: refined, line: withoutKeys(line) };
  }
  return null;
}

/** Names allow reading a stream, and a mistyped key is almost the right one. */
export const withoutKeys = (line: string): string =>
  line
    .replace(/(\binvalid [\w ]{1,20}\()[^)"]*/g, `$1${MARK}`)
    .replace(/(\b(?:path|channel)="?\/(?:[^/"\s]+\/)?)[^"\s]+/g, `$1${MARK}`)
    .replace(/(\bresource="?)[^"\s]+/g, `$1${MARK}`);

/** Whether the core ended the process. */
export const wasStoppedByCore = (log: readonly string[]): boolean =>
  log.some((line) => isOf(line, 'Process') && /msg="?(?:Stopping|Interrupted)/.test(line.slice(0, 300)));

const AT = /^ts=(\S{10,40})/;

const writtenAt = (line: string) => Date.parse(AT.exec(line)?.[1] ?? '') / 1000;

/** Whether the log reaches back to this time (Unix seconds). */
export const isCovered = (log: readonly string[], at: number): boolean =>
  log.some((line) => writtenAt(line) <= at - BEFORE_S);

interface About {
  id: string;
  names: readonly string[];
}

const isStorageRefusal = (log: readonly string[], at: number, { names }: About) => {
  const [line = '', before = ''] = [log[at], log[at - 1]];
  if (!isOf(line, 'HTTP') || !isOf(before, 'HTTP') || !before.includes('Wrong password for /memfs')) return false;
  const [, file = ''] = /\bpath="\/memfs\/([^"]*)"/.exec(line) ?? [];
  return file !== '' && names.includes(file);
};

/** Encoders that push HLS are rejected for segments beside the playlist that is read. */
const isAboutPush = (line: string, names: readonly string[]) =>
  line.includes('Push refused') &&
  names.some((name) => name.startsWith('ingest/') && line.includes(`path="/memfs/${name.replace(/\.m3u8$/, '')}`));

const isAbout = (line: string, { id, names }: About) => {
  if (isOf(line, 'HTTP')) return isAboutPush(line, names);
  if (isOf(line, 'Process')) return line.includes(`id="${id}"`) || line.includes(`id=${id}`);
  return (isOf(line, 'RTMP') || isOf(line, 'SRT')) && names.some((name) => name !== '' && line.includes(name));
};

/** Seconds in which a rejected encoder retries. */
const RETRIED_S = 30;

/** `from` and `to` in Unix seconds of the core's clock. */
export function coreLinesOf(
  log: readonly string[],
  about: About & { from: number; to: number; pushed?: boolean },
): string[] {
  const { from, to, pushed = false } = about;
  return log.filter((line, i) => {
    const at = writtenAt(line);
    const since = pushed && !isOf(line, 'Process') ? from - RETRIED_S : from;
    return Number.isFinite(at) && at >= since && at <= to && (isAbout(line, about) || isStorageRefusal(log, i, about));
  });
}

export const coreLinesAbout = (log: readonly string[], about: About): string[] =>
  log.filter((line, i) => isAbout(line, about) || isStorageRefusal(log, i, about));

export function createdAtInCoreLog(log: readonly string[], id: string): number | null {
  const line = log.findLast((entry) => isAbout(entry, { id, names: [] }) && /msg="?Created/.test(entry));
  return line === undefined ? null : writtenAt(line);
}

type Report = NonNullable<Process['report']>;
export type RunReport = Pick<Report, 'created_at' | 'prelude' | 'log'>;

/** Only the core's own servers appear in its log. */
const OWN = /^\{(?:rtmp|srt)|^(?:rtmps?|srt):\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/i;
const PUSHED = /^\{(?:rtmp|srt)[,}]/i;

const NAMED = [/[{,]name=([^,}]+)/, /[?&]streamid=(?:publish:|play:)?([^,&]+)/, /\/([^/?{}]{3,})(?:\?|$)/];

const STORED =
  /^(?:\{memfs\}|\{fs:mem\}|https?:\/\/(?:[^/]*@)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/memfs)\/([^?|]+)/i;

const namesIn = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) =>
    OWN.test(address)
      ? NAMED.flatMap((name) => name.exec(address)?.slice(1, 2) ?? [])
      : (STORED.exec(address)?.slice(1, 2) ?? []),
  );

export const isPushedTo = (inputs: readonly string[]): boolean => inputs.some((input) => PUSHED.test(input));
export const readsFromCore = (inputs: readonly string[]): boolean => inputs.some((input) => OWN.test(input));

/** Seconds before the start of a run, and until its end is noticed. */
const BEFORE_S = 5;
const AFTER_S = 10;

export const runsIn = (report: Process['report']): RunReport[] =>
  report ? [report, ...report.history.toReversed()] : [];

/** Times of the core's clock, up to the next run. `runs` has the newest first. */
export function spanOf(run: RunReport | undefined, runs: readonly RunReport[]): { from: number; to: number } | null {
  if (!run || run.created_at <= 0) return null;
  const next = runs[runs.indexOf(run) - 1];
  return {
    from: run.created_at - BEFORE_S,
    to: next && next.created_at > run.created_at ? next.created_at : Number.POSITIVE_INFINITY,
  };
}

interface LogSubject {
  id: string;
  addresses: readonly string[];
  pushed: boolean;
}

export function coreLinesOfRun(
  log: readonly string[],
  { id, addresses, pushed }: LogSubject,
  span: { from: number; to: number } | null,
  failedAt: number,
  seconds: number | null,
): string[] {
  const { from, to } = span ?? { from: failedAt - (seconds ?? 0) - BEFORE_S, to: failedAt + AFTER_S };
  return coreLinesOf(log, { id, names: namesIn(addresses), from, to, pushed });
}

/** `begun`: Unix seconds of the page's clock, because some cores do not log when a process is created. */
export function coreLinesOfProbe(
  log: readonly string[],
  { id, addresses, begun }: { id: string; addresses: readonly string[]; begun: number },
): string[] {
  const from = createdAtInCoreLog(log, id) ?? begun - BEFORE_S;
  const pushed = isPushedTo(addresses);
  return coreLinesOf(log, { id, names: namesIn(addresses), from, to: Number.POSITIVE_INFINITY, pushed });
}

const addressesOf = (ends: readonly { address: string }[] | undefined) => (ends ?? []).map(({ address }) => address);

export function coreLinesOfProcess(log: readonly string[], { id, config }: Pick<Process, 'id' | 'config'>): string[] {
  const parsed = config === UNREAD ? null : config;
  const names = namesIn([...addressesOf(parsed?.input), ...addressesOf(parsed?.output)]);
  return coreLinesAbout(log, { id, names }).map(withoutKeys);
}
