import { type Act, DEED_MS, type Episode, type Event, type EventOrigin, endOf, healthOf, SAME_MS } from './event.ts';

/** Times in ms. */
export interface TimelineEpisode {
  event: Event;
  at: number;
  /** Null for a moment. */
  until: number | null;
  /** Total of consecutive repetitions. */
  seconds: number;
  times: number;
  /** `seen`: the end is unknown, and `until` is the last observation. */
  end: 'known' | 'seen' | 'open';
  waited: number;
  told: EventOrigin;
}

type EpisodeLine = TimelineEpisode & { event: Episode };

/** Episodes with a shorter gap belong together. */
const AGAIN_MS = 60_000;
/** An episode observed recently may continue. */
const FRESH_MS = 10_000;

const OUTAGES: readonly string[] = ['stalled', 'away'];

const isTrouble = ({ status }: Episode) => status !== 'live' && healthOf(status) !== null;
const isState = (event: Event): event is Episode => event.kind === 'state';
const overlaps = (a: Episode, b: Episode) => a.at <= b.until + SAME_MS && b.at <= a.until + SAME_MS;

const STOPS: readonly Act[] = ['stop', 'stop-all', 'delete'];

const isAsked = (episode: Episode, events: readonly Event[]) =>
  events.some(
    (event) =>
      event.kind === 'deed' &&
      STOPS.includes(event.act) === (episode.status === 'off') &&
      [episode.of, 'source', 'channel'].includes(event.of) &&
      Math.abs(event.at - episode.at) <= DEED_MS,
  );

const isEnd = (episode: Episode, states: readonly Episode[]) =>
  states.some(
    (before) =>
      before.of === episode.of &&
      before !== episode &&
      before.over &&
      before.status !== 'live' &&
      Math.abs(before.until - episode.at) <= SAME_MS,
  );

function isTold(episode: Episode, events: readonly Event[], states: readonly Episode[]): boolean {
  switch (episode.status) {
    case 'live':
      return episode.of !== 'core' && !isEnd(episode, states) && !isAsked(episode, events);
    case 'off':
      return !isAsked(episode, events);
    case 'waiting':
      return !states.some((state) => state.of === 'source' && state.status !== 'live' && overlaps(state, episode));
    default:
      return true;
  }
}

const waitedFor = (trouble: Episode, states: readonly Episode[], recordings: readonly string[]) =>
  trouble.of === 'source' && isTrouble(trouble)
    ? new Set(
        states.flatMap((state) =>
          state.status === 'waiting' && overlaps(state, trouble) && !recordings.includes(state.of) ? [state.of] : [],
        ),
      ).size
    : 0;

/** A source that stalls and then disconnects is one outage. */
const isOutage = ({ event, until }: EpisodeLine, next: Episode) =>
  next.of === 'source' &&
  OUTAGES.includes(event.status) &&
  OUTAGES.includes(next.status) &&
  next.at - (until ?? event.at) <= SAME_MS;

const isAgain = ({ event, until }: EpisodeLine, next: Episode) =>
  event.status === next.status &&
  event.told === next.told &&
  event.cause === next.cause &&
  isTrouble(next) &&
  next.at - (until ?? event.at) <= AGAIN_MS;

function joined(line: EpisodeLine, next: EpisodeLine): EpisodeLine {
  const outage = isOutage(line, next.event);
  const { until, end } = next;
  return {
    ...line,
    event: outage ? { ...next.event, cause: next.event.cause ?? line.event.cause } : line.event,
    until,
    end,
    waited: Math.max(line.waited, next.waited),
    seconds: outage ? ((until ?? line.at) - line.at) / 1000 : line.seconds + next.seconds,
    times: outage ? line.times : line.times + 1,
  };
}

const moment = (event: Event): TimelineEpisode => ({
  event,
  at: event.at,
  until: null,
  seconds: 0,
  times: 1,
  end: 'known',
  waited: 0,
  told: 'seen',
});

/** `recordings` do not count as publications. */
export function groupEpisodes(
  events: readonly Event[],
  now: number,
  recordings: readonly string[] = [],
): TimelineEpisode[] {
  const states = events.filter(isState);
  const last = new Map<string, EpisodeLine>();
  const lines: TimelineEpisode[] = [];
  for (const event of events) {
    if (!isState(event)) {
      lines.push(moment(event));
      continue;
    }
    if (!isTold(event, events, states)) continue;
    const fresh = now - endOf(event) <= FRESH_MS && event.told === 'seen';
    const line: EpisodeLine = {
      ...moment(event),
      event,
      until: event.until,
      seconds: (event.until - event.at) / 1000,
      end: event.over ? 'known' : fresh ? 'open' : 'seen',
      waited: waitedFor(event, states, recordings),
      told: event.told,
    };
    const before = last.get(event.of);
    const follows = before !== undefined && (isOutage(before, event) || isAgain(before, event));
    const shown = follows ? joined(before, line) : line;
    if (follows) lines[lines.indexOf(before)] = shown;
    else lines.push(shown);
    last.set(event.of, shown);
  }
  return lines;
}
