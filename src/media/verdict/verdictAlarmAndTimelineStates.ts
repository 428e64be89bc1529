import type { Status } from '../timeline/event.ts';
import type { VerdictKind } from './verdict.ts';

/** What a verdict comes to elsewhere than in its sentence. */
interface VerdictMeaning {
  /** What goes out: all as far as it is seen, nothing, not yet anything; `open`: its process says what. */
  output: 'all' | 'nothing' | 'soon' | 'open';
  /** `channel`: nothing goes out; `thing`: something is wrong with what goes out; `good`: nothing of the channel itself. */
  alarm: 'channel' | 'thing' | 'good' | 'off' | 'unclear';
  /** Of the source, in the timeline; null: nothing definite; `unknown`: that is no observation. */
  timeline: Status | 'unknown' | null;
}

const unknown = { output: 'open', alarm: 'unclear', timeline: 'unknown' } as const;
const pending = { output: 'open', alarm: 'unclear', timeline: null } as const;
const worse = (timeline: Status) => ({ output: 'all', alarm: 'thing', timeline }) as const;
const gone = (timeline: Status) => ({ output: 'nothing', alarm: 'channel', timeline }) as const;
const well = { output: 'all', alarm: 'good', timeline: 'live' } as const;

export const MEANINGS: Readonly<Record<VerdictKind, VerdictMeaning>> = {
  'core-away': unknown,
  'core-silent': unknown,
  old: unknown,
  loading: unknown,
  unclear: unknown,
  stopping: pending,
  asked: pending,
  resuming: { ...pending, output: 'soon' },
  beginning: { ...pending, output: 'soon' },
  off: { output: 'open', alarm: 'off', timeline: 'off' },
  broken: gone('broken'),
  away: gone('away'),
  // Its process connects, as the header says.
  silent: { ...gone('away'), output: 'open' },
  stalled: gone('stalled'),
  unstored: gone('broken'),
  strained: worse('behind'),
  slow: worse('slow'),
  'few-frames': worse('few-frames'),
  black: worse('black'),
  frozen: worse('frozen'),
  quiet: worse('quiet'),
  destination: well,
  // It was so from the start.
  keyframes: well,
  // The machine is no channel's doing; what is slow for it says so.
  full: well,
  live: well,
};
