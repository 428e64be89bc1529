import type { Cause, Role } from './causes.ts';
import { bare } from './lines.ts';

// The core's own log tells what ffmpeg cannot: who stopped it, and why a server of the core refused.

/** A line of the core's log: `ts=… level=… component="RTMP" msg="…" action="…"`. */
const isOf = (line: string, component: string) =>
  line.includes(`component="${component}"`) || line.includes(`component=${component} `);

type Told = [cause: Cause, component: string, line: RegExp, role?: Role];

/** In order. A refused publisher is logged with who="PLAY" when its token is wrong. */
const TOLD: readonly Told[] = [
  ['stale', 'Process', /msg="?Stale timeout/],
  ['limit-memory', 'Process', /limits are exceeded/],
  ['name-taken', 'RTMP', /already publishing|action="?CONFLICT/],
  ['app-refused', 'RTMP', /invalid app/],
  ['key-refused', 'RTMP', /invalid (?:streamkey|token)|action="?FORBIDDEN/],
  ['waiting-push', 'RTMP', /action="?NOTFOUND/, 'source'],
  ['stream-missing', 'RTMP', /action="?NOTFOUND/],
  ['srt-passphrase', 'SRT', /unwrap key|passphrase|encryption/],
  ['name-taken', 'SRT', /already publish|status="?CONFLICT/],
  ['key-refused', 'SRT', /invalid token|status="?FORBIDDEN/],
  ['waiting-push', 'SRT', /no publisher|status="?NOTFOUND/, 'source'],
  ['stream-missing', 'SRT', /no publisher|status="?NOTFOUND/],
  // Whoever sent to the core has left.
  ['source-ended', 'RTMP', /action="?STOP.*who="?PUBLISH/, 'source'],
];

/** What the core's own log says of a run, and the line that says so. */
export function toldByCore(log: readonly string[], role: Role): { cause: Cause; line: string } | null {
  const lines = log.map(bare);
  for (const [cause, component, pattern, only] of TOLD) {
    if (only !== undefined && only !== role) continue;
    const line = lines.findLast((one) => isOf(one, component) && pattern.test(one));
    if (line !== undefined) return { cause, line };
  }
  return null;
}

/** Whether the core itself ended it: what was killed after that did not listen. */
export const wasStopped = (log: readonly string[]): boolean =>
  log.some((line) => isOf(line, 'Process') && /msg="?Stopping/.test(line.slice(0, 300)));

const AT = /^ts=(\S{10,40})/;

/** What the log says of a process and of the streams at its addresses, from `from` to `to` (unix seconds). */
export function coreLinesOf(
  log: readonly string[],
  { id, names, from, to }: { id: string; names: readonly string[]; from: number; to: number },
): string[] {
  const known = names.filter((name) => name !== '');
  return log.filter((line) => {
    const at = Date.parse(AT.exec(line)?.[1] ?? '') / 1000;
    if (!Number.isFinite(at) || at < from || at > to) return false;
    if (isOf(line, 'Process')) return line.includes(`id="${id}"`) || line.includes(`id=${id}`);
    return (isOf(line, 'RTMP') || isOf(line, 'SRT')) && known.some((name) => line.includes(name));
  });
}
