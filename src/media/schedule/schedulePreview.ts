import { runningWants, TRACKS, type TrackTransition } from './dueOrders.ts';
import { aimKey, aimsOf, isContrary, type ProcessesOf } from './ordersOf.ts';
import type { ScheduleSettings } from './scheduleSettings.ts';
import { momentOf, transitionsAfter } from './transitions.ts';

const DAY_MS = 24 * 3600 * 1000;
const MOST_ENTRIES = 500;

export interface ScheduleEntry extends TrackTransition {
  /** 2026-03-29T01:00. */
  utc: string;
}

/** `at`: ms since 1970. */
export interface ScheduleConflict {
  rules: readonly [string, string];
  at: number;
}

export interface SchedulePreview {
  entries: readonly ScheduleEntry[];
  conflicts: readonly ScheduleConflict[];
  isCut: boolean;
}

/** Without process ids, only rules with the same subject are compared. */
const subjectItself: ProcessesOf = (subject) =>
  subject.type === 'group' ? [`group ${subject.name} ${subject.channel ?? ''}`] : [`${subject.type} ${subject.id}`];

export function schedulePreview(
  settings: ScheduleSettings,
  now: number,
  days = 14,
  processesOf: ProcessesOf = subjectItself,
): SchedulePreview {
  const coming = comingTransitions(settings, now);
  const entries: ScheduleEntry[] = [];
  for (const transition of coming) {
    if (transition.at >= now + days * DAY_MS) break;
    if (entries.length === MOST_ENTRIES)
      return { entries, conflicts: conflictsOf(settings, now, entries, processesOf), isCut: true };
    entries.push({ ...transition, utc: new Date(transition.at).toISOString().slice(0, 16) });
  }
  return { entries, conflicts: conflictsOf(settings, now, entries, processesOf), isCut: false };
}

/** By time, then in the order of the rules. */
function* comingTransitions({ rules }: ScheduleSettings, now: number): Generator<TrackTransition> {
  const waiting = rules
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((rule) => TRACKS.map((track) => ({ rule, track, coming: transitionsAfter(rule, track, now) })))
    .flatMap((track) => {
      const next = track.coming.next().value;
      return next ? [{ ...track, next }] : [];
    });
  while (true) {
    const [first, ...others] = waiting;
    if (!first) return;
    const soonest = others.reduce((earliest, other) => (other.next.at < earliest.next.at ? other : earliest), first);
    yield { ...soonest.next, rule: soonest.rule, track: soonest.track };
    const next = soonest.coming.next().value;
    if (next) soonest.next = next;
    else waiting.splice(waiting.indexOf(soonest), 1);
  }
}

function conflictsOf(
  settings: ScheduleSettings,
  now: number,
  entries: readonly TrackTransition[],
  processesOf: ProcessesOf,
): readonly ScheduleConflict[] {
  const found = new Map<string, ScheduleConflict>();
  let running: readonly Want[] = [];
  const compare = (want: Want, at: number) => {
    for (const other of running) {
      if (other.rule.id === want.rule.id || !isContrary(other.becomes, want.becomes)) continue;
      if (![...want.keys].some((key) => other.keys.has(key))) continue;
      const [first = '', second = ''] = [other.rule.id, want.rule.id].toSorted();
      const key = `${first} ${second}`;
      if (!found.has(key)) found.set(key, { rules: [first, second], at });
    }
  };
  const keysById = new Map<string, ReadonlySet<string>>();
  const wantOf = (transition: TrackTransition): Want => {
    const id = `${transition.rule.id} ${transition.track}`;
    const keys = keysById.get(id) ?? new Set(aimsOf(transition.rule, transition.track, processesOf).map(aimKey));
    keysById.set(id, keys);
    return { ...transition, keys };
  };
  for (const transition of [...runningWants(settings, now), ...entries]) {
    // A start without an end only conflicts with starts in the same minute.
    running = running.filter(
      (other) =>
        !isSameTrack(transition, other) &&
        (other.at === transition.at || momentOf(other.rule, other.track, other.at).isRunning),
    );
    if (transition.isEnd) continue;
    const want = wantOf(transition);
    compare(want, Math.max(transition.at, now));
    running = [...running, want];
  }
  return [...found.values()];
}

interface Want extends TrackTransition {
  keys: ReadonlySet<string>;
}

const isSameTrack = (transition: TrackTransition, other: TrackTransition) =>
  transition.rule.id === other.rule.id && transition.track === other.track;

export function nextChangeOf(settings: ScheduleSettings, subjectId: string, now: number): TrackTransition | null {
  const rules = settings.rules.filter(({ subject }) => subject.type !== 'group' && subject.id === subjectId);
  const { value } = comingTransitions({ ...settings, rules }, now).next();
  return value ?? null;
}

export function showBegins(settings: ScheduleSettings, channel: string, now: number): number | null {
  const times = settings.rules.flatMap((rule) => {
    const { subject, want, isEnabled } = rule;
    if (!isEnabled || want !== 'on' || subject.type !== 'channel' || subject.id !== channel) return [];
    const { next } = momentOf(rule, 'main', now);
    const begins = next?.isEnd ? momentOf(rule, 'main', next.at).next : next;
    return begins ? [begins.at] : [];
  });
  return times.length > 0 ? Math.min(...times) : null;
}
