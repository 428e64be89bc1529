import * as z from 'zod/mini';
import { MOST_POINTS } from '../src/api/agentEndpoints.ts';
import type { HistoryQuery } from './historyStore.ts';
import { parseEventId, parseLimit } from './parseEventsQuery.ts';

export type HistoryField = 'subject' | 'from' | 'to' | 'points';

const DEFAULT_POINTS = 500;
const MAX_SUBJECT_CHARACTERS = 200;
/** Last time of a JavaScript date: https://tc39.es/ecma262/#sec-time-values-and-time-range */
const LAST_SECOND = 8_640_000_000_000;

const Time = z.pipe(
  z.string(),
  z.transform((text, { issues }) => {
    const time = parseEventId(text);
    if (time !== null && time <= LAST_SECOND) return time;
    issues.push({ code: 'custom', input: text });
    return z.NEVER;
  }),
);
const Query = z.object({
  subject: z.string().check(z.minLength(1), z.maxLength(MAX_SUBJECT_CHARACTERS)),
  from: Time,
  to: Time,
  points: z.pipe(
    z.optional(z.string()),
    z.transform((text, { issues }) => {
      const points = parseLimit(text ?? DEFAULT_POINTS, MOST_POINTS);
      if (points !== null) return points;
      issues.push({ code: 'custom', input: text });
      return z.NEVER;
    }),
  ),
});

const RULES: Readonly<Record<HistoryField, string>> = {
  subject: 'It is "core", or the id of the process of a channel or publication',
  from: 'It is a time in whole seconds since 1970',
  to: 'It is a time in whole seconds since 1970, and later than "from"',
  points: `It is a whole number from 1 to ${MOST_POINTS}`,
};
const FIELDS: readonly HistoryField[] = ['subject', 'from', 'to', 'points'];

type ParsedHistoryQuery = { query: HistoryQuery } | { field: HistoryField; detail: string };

export function parseHistoryQuery(params: unknown, isKnownSubject: (subject: string) => boolean): ParsedHistoryQuery {
  const rejectField = (field: HistoryField) => ({ field, detail: RULES[field] });
  const parsed = Query.safeParse(params);
  if (parsed.error) return rejectField(FIELDS.find((field) => parsed.error.issues[0]?.path[0] === field) ?? 'subject');
  const query = parsed.data;
  if (query.from >= query.to) return rejectField('to');
  return isKnownSubject(query.subject) ? { query } : { field: 'subject', detail: 'Nothing is known of it' };
}
