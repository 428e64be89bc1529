import * as z from 'zod/mini';
import { ACTS, type Event, type History, type Now, noHistory, STATUSES, type Status, trimHistory } from './event.ts';

/* Compact, because a day must fit into a few thousand characters. Times are seconds after the first event. */

const SECOND = 1000;
const MOST = { id: 120, name: 120, words: 60, subjects: 200 };
const CAUSE = /^[a-z][a-z0-9-]{0,40}$/;

const time = z.number().check(z.gte(0), z.lte(2 ** 42));
const index = z.number().check(z.gte(0), z.lt(MOST.subjects));
const count = z.number().check(z.gte(0), z.lte(1e9));
const words = (most: number) => z.string().check(z.maxLength(most));
const names = Object.keys(STATUSES);
const isStatus = (word: string): word is Status => names.includes(word);

const Row = z.union([
  z.tuple([z.literal('s'), index, z.string(), time, time, z.number(), z.nullable(words(40))]),
  z.tuple([z.literal('d'), index, z.enum(ACTS), z.number(), time]),
  z.tuple([z.literal('p'), time, time, count]),
  z.tuple([z.literal('c'), time, words(MOST.words), words(MOST.words)]),
]);
const Kept = z.object({
  from: time,
  cleared: z.catch(time, 0),
  subjects: z.array(words(MOST.id)).check(z.maxLength(MOST.subjects)),
  names: z.catch(z.record(words(MOST.id), words(MOST.name)), {}),
  events: z.array(z.unknown()),
  watched: z.catch(z.array(z.unknown()), []),
});
const Times = z.tuple([time, time]);

function eventOf(row: unknown, subjects: readonly string[], from: number): Event[] {
  const { success, data } = Row.safeParse(row);
  if (!success) return [];
  const ms = (seconds: number) => (from + Math.round(seconds)) * SECOND;
  switch (data[0]) {
    case 's': {
      const [, subject, status, at, until, flags, cause] = data;
      const of = subjects[subject];
      if (of === undefined || !isStatus(status) || until < at) return [];
      const [over, told] = [flags % 2 === 1, flags >= 2 ? 'core' : 'seen'] as const;
      return [
        {
          kind: 'state',
          of,
          status,
          at: ms(at),
          until: ms(until),
          over,
          cause: CAUSE.test(cause ?? '') ? cause : null,
          told,
        },
      ];
    }
    case 'd': {
      const of = subjects[data[1]];
      return of === undefined
        ? []
        : [{ kind: 'deed', of, act: data[2], by: data[3] === 0 ? 'here' : 'elsewhere', at: ms(data[4]) }];
    }
    case 'p':
      return [{ kind: 'peak', from: ms(data[1]), at: ms(data[2]), n: Math.round(data[3]) }];
    case 'c':
      return [{ kind: 'changed', at: ms(data[1]), before: data[2], now: data[3] }];
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Drops events in the future, because the clock may have been set back, and events older than a day. */
export function historyAt({ events, watched, names, cleared }: History, now: number): History {
  const soon = now + 60 * SECOND;
  return trimHistory(
    {
      events: events.filter((event) => event.at <= soon && (event.kind !== 'state' || event.until <= soon)),
      watched: watched.filter(([, to]) => to <= soon),
      names,
      cleared: Math.min(cleared, now),
    },
    now,
  );
}

/** Keeps every valid part, of any time. */
export function parseHistory(text: string | null): History {
  const { success, data } = Kept.safeParse(text === null ? null : json(text));
  if (!success) return noHistory;
  const { from, subjects, cleared } = data;
  const watched = data.watched.flatMap((span) => {
    const times = Times.safeParse(span).data;
    return times && times[0] <= times[1] ? [[(from + times[0]) * SECOND, (from + times[1]) * SECOND] as const] : [];
  });
  return {
    events: data.events.flatMap((row) => eventOf(row, subjects, from)),
    watched: watched.toSorted((a, b) => a[0] - b[0]),
    names: data.names,
    cleared,
  };
}

const seconds = (ms: number, from: number) => Math.round(ms / SECOND) - from;

function rowOf(event: Event, subjects: readonly string[], from: number): readonly unknown[] {
  const at = seconds(event.at, from);
  switch (event.kind) {
    case 'state': {
      const { of, status, until, over, told, cause } = event;
      return [
        's',
        subjects.indexOf(of),
        status,
        at,
        seconds(until, from),
        (over ? 1 : 0) + (told === 'core' ? 2 : 0),
        cause,
      ];
    }
    case 'deed':
      return ['d', subjects.indexOf(event.of), event.act, event.by === 'here' ? 0 : 1, at];
    case 'peak':
      return ['p', seconds(event.from, from), at, event.n];
    case 'healing':
      return [];
    case 'changed':
      return ['c', at, event.before.slice(0, MOST.words), event.now.slice(0, MOST.words)];
  }
}

function written({ events, watched, names: allNames, cleared }: History): string {
  const subjects = [...new Set(events.flatMap((event) => ('of' in event ? [event.of] : [])))];
  const times = [
    ...events.flatMap((event) => (event.kind === 'peak' ? [event.from, event.at] : [event.at])),
    ...watched.flat(),
  ];
  const from = Math.floor(Math.min(...times, 2 ** 42) / SECOND);
  return JSON.stringify({
    from: times.length === 0 ? 0 : from,
    cleared,
    subjects,
    names: Object.fromEntries(Object.entries(allNames).map(([id, name]) => [id, name.slice(0, MOST.name)])),
    events: events.map((event) => rowOf(event, subjects, from)),
    watched: watched.map(([a, b]) => [seconds(a, from), seconds(b, from)]),
  });
}

/** Drops the oldest events until the text has `most` characters. */
export function storedHistory(history: History, now: Now, most: number): string {
  let part = trimHistory(history, now);
  for (;;) {
    const text = written(part);
    if (text.length <= most || (part.events.length === 0 && part.watched.length === 0)) return text;
    const fewer = Math.floor(part.events.length * 0.8);
    part = trimHistory({ ...part, watched: part.watched.slice(-Math.floor(part.watched.length * 0.8)) }, now, fewer);
    if (fewer === 0) part = { ...part, events: [], watched: [], names: {} };
  }
}

const Channels = z.array(words(MOST.id)).check(z.maxLength(MOST.subjects));

export const parseKept = (text: string | null): readonly string[] =>
  Channels.safeParse(text === null ? null : json(text)).data ?? [];
