import { msg } from '../../i18n/msg.ts';
import { isSettled, ratesOf, SLOW } from '../run/speedAndStalls.ts';
import {
  atLimit,
  busy,
  type Facts,
  type FindingAbout,
  FULL_PERCENT,
  faultOf,
  say,
  type Table,
  wantedOf,
} from './verdictTypes.ts';

function destination({ failing, publications }: Facts): FindingAbout | null {
  const [first] = failing;
  if (!first) return null;
  const ids = failing.map(({ id }) => id);
  const since = Math.min(...failing.map((one) => one.since ?? Number.POSITIVE_INFINITY));
  const names = failing.map(({ name }) => name).join(', ');
  const told = first.words?.title ?? msg('{{name}} stopped with an error.');
  const values = { n: ids.length, m: publications.length, names };
  // Until its log was read, it may be anybody's.
  const faults = new Set(failing.map(({ words }) => faultOf(words, 'nobody')));
  const fault = faults.size === 1 ? faultOf(first.words, 'nobody') : 'destination';
  return {
    severity: fault === 'nobody' ? 'warning' : 'error',
    fault,
    ids,
    since: Number.isFinite(since) ? since : null,
    sentences: [
      failing.length === 1
        ? say(told, { name: first.name })
        : say(msg('{{n}} of {{m}} publications are failing: {{names}}.'), values),
    ],
    remedies:
      failing.length > 1
        ? []
        : [
            ...(first.words?.field === null ? [] : [{ act: 'edit', id: first.id, to: first.to } as const]),
            { act: 'retry', id: first.id },
          ],
  };
}

/** Where it is sent. */
export const SENDING = {
  destination,
} as const satisfies Table;

export const MACHINE = {
  full: ({ cpu, memory }) => {
    if ((cpu ?? 0) < FULL_PERCENT && (memory ?? 0) < FULL_PERCENT) return null;
    const percent = Math.round(Math.max(cpu ?? 0, memory ?? 0));
    return {
      severity: 'warning',
      fault: 'server',
      sentences: [
        (cpu ?? 0) >= (memory ?? 0)
          ? atLimit(percent)
          : say(msg('The server is at its limit: {{percent}}% of its memory is in use.'), { percent }),
      ],
      remedies: [],
    };
  },
} as const satisfies Table;

/** So long after its first frame it is a start that does not get on. */
const BEGINS_S = 60;
/** Slower than this nobody gets it as it comes. */
const BEHIND = 0.97;

/** It counts as live, and nobody can see it yet. */
export const BEGINNING = {
  beginning: ({ progress, stored, flow, tally }) => {
    if (progress?.status !== 'connected' || (progress.uptimeSeconds ?? BEGINS_S) >= BEGINS_S) return null;
    const speed = ratesOf(flow)?.speed ?? 1;
    const isSent = tally.live > 0 || tally.live === wantedOf(tally);
    return stored === false || (speed < (isSettled(flow) ? BEHIND : SLOW) && !isSent)
      ? busy(msg('The stream is starting.'))
      : null;
  },
} as const satisfies Table;

export const live = ({ progress }: Facts): FindingAbout => ({
  severity: 'live',
  fault: 'nobody',
  sentences:
    progress?.status === 'connected' && progress.uptimeSeconds !== null
      ? [say(msg('Live for {{time}}.'), { time: { seconds: progress.uptimeSeconds } })]
      : [say(msg('Live.'))],
  remedies: [],
});
