import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import { coreLinesAbout, coreLinesOf, madeAt, withoutKeys } from '../diagnosis/coreLogCauses.ts';

type Report = NonNullable<Process['report']>;
export type RunReport = Pick<Report, 'created_at' | 'prelude' | 'log'>;

/** The core's own servers are where its log can tell. What stands in braces it resolves by itself. */
const OWN = /^\{(?:rtmp|srt)|^(?:rtmps?|srt):\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/i;
const PUSHED = /^\{(?:rtmp|srt)[,}]/i;

const NAMED = [/[{,]name=([^,}]+)/, /[?&]streamid=(?:publish:|play:)?([^,&]+)/, /\/([^/?{}]{3,})(?:\?|$)/];

/** Files in its memory. */
const STORED =
  /^(?:\{memfs\}|\{fs:mem\}|https?:\/\/(?:[^/]*@)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/memfs)\/([^?|]+)/i;

/** Names of the streams and files at addresses of the core itself. */
const namesIn = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) =>
    OWN.test(address)
      ? NAMED.flatMap((name) => name.exec(address)?.slice(1, 2) ?? [])
      : (STORED.exec(address)?.slice(1, 2) ?? []),
  );

export const isPushedTo = (inputs: readonly string[]): boolean => inputs.some((one) => PUSHED.test(one));
export const isOwn = (inputs: readonly string[]): boolean => inputs.some((one) => OWN.test(one));

/** Before it began, and until it was noticed. */
const BEFORE_S = 5;
const AFTER_S = 10;

export const runsIn = (report: Process['report']): RunReport[] =>
  report ? [report, ...report.history.toReversed()] : [];

/**
 * When it ran, by the clock of the core, as its log has no other: until the next one began.
 * @param runs the newest first
 */
export function spanOf(ran: RunReport | undefined, runs: readonly RunReport[]): { from: number; to: number } | null {
  if (!ran || ran.created_at <= 0) return null;
  const next = runs[runs.indexOf(ran) - 1];
  return {
    from: ran.created_at - BEFORE_S,
    to: next && next.created_at > ran.created_at ? next.created_at : Number.POSITIVE_INFINITY,
  };
}

interface LogSubject {
  id: string;
  /** What it reads and writes. */
  addresses: readonly string[];
  pushed: boolean;
}

/** @param span null: it has to be found by our own clock, at which it failed (unix seconds) */
export function toldOfRun(
  log: readonly string[],
  { id, addresses, pushed }: LogSubject,
  span: { from: number; to: number } | null,
  failedAt: number,
  seconds: number | null,
): string[] {
  const { from, to } = span ?? { from: failedAt - (seconds ?? 0) - BEFORE_S, to: failedAt + AFTER_S };
  return coreLinesOf(log, { id, names: namesIn(addresses), from, to, pushed });
}

/** @param begun when it began, by our own clock (unix seconds): some cores do not say when its process was made */
export function toldOfProbe(
  log: readonly string[],
  { id, addresses, begun }: { id: string; addresses: readonly string[]; begun: number },
): string[] {
  const from = madeAt(log, id) ?? begun - BEFORE_S;
  const pushed = isPushedTo(addresses);
  return coreLinesOf(log, { id, names: namesIn(addresses), from, to: Number.POSITIVE_INFINITY, pushed });
}

const addressesOf = (ends: readonly { address: string }[] | undefined) => (ends ?? []).map(({ address }) => address);

/** All that the log says of a process, without what would let anybody in. */
export function toldOfProcess(log: readonly string[], { id, config }: Pick<Process, 'id' | 'config'>): string[] {
  const known = config === UNREAD ? null : config;
  const names = namesIn([...addressesOf(known?.input), ...addressesOf(known?.output)]);
  return coreLinesAbout(log, { id, names }).map(withoutKeys);
}
