import * as z from 'zod/mini';
import { HoldStatus } from './answers/holdStatus.ts';
import { route } from './route.ts';

/** Where the API of the agent is: at the embedded core itself, or at the agent beside a core. */
export const AGENT_API = '/agent/api/v1';

/** At most so many events in one answer. */
export const MOST_EVENTS = 1000;
/** At most so many points of a history. */
export const MOST_POINTS = 2000;

const Health = z.object({ status: z.literal('ok') });

const AgentState = z.object({
  version: z.string(),
  /** One agent of a core acts, the others stand by. `new`: it has not looked yet. */
  role: z.enum(['new', 'acting', 'standing-by']),
  core: z.object({
    reachable: z.boolean(),
    /** Why it cannot be used, for people. */
    reason: z.nullable(z.string()),
  }),
  journal: z.object({
    /** false: events are in memory only. */
    isKept: z.boolean(),
    /** Id of the newest event; 0: there is none. */
    last: z.number(),
  }),
  /** false: samples are in memory only, or nowhere. */
  history: z.object({ isKept: z.boolean() }),
  /** Protected channels, by their id. */
  channels: z.record(z.string(), HoldStatus),
});
export type AgentState = z.infer<typeof AgentState>;

const JournalEvent = z.object({
  /** Rises, with gaps, also over restarts. */
  id: z.number(),
  /** Milliseconds since 1970. */
  time: z.number(),
  /** null: it is about no channel. */
  channel: z.nullable(z.string()),
  event: z.string(),
  fields: z.record(z.string(), z.unknown()),
});

const JournalEvents = z.object({
  /** Oldest first. */
  events: z.array(JournalEvent),
  /** Id of the newest event there is; 0: there is none. */
  last: z.number(),
});
export type JournalEvents = z.infer<typeof JournalEvents>;

/** One value for each point; null: nobody looked, or it is not known. */
const Column = z.array(z.nullable(z.number()));
const Spread = z.object({ mean: Column, min: Column, max: Column });

const HistoryAnswer = z.object({
  subject: z.string(),
  /** Seconds from one point to the next. */
  step: z.number(),
  /** Unix seconds, when each point began. */
  time: z.array(z.number()),
  /** Of each point, for how long it was so; what is missing in the sum nobody has seen. */
  seconds: z.object({ live: Column, waiting: Column, failing: Column, stopped: Column }),
  /** kbit/s, frames a second, seconds of video a second, percent of one processor, MiB. */
  figures: z.partial(
    z.object({ kbitIn: Spread, kbitOut: Spread, fps: Spread, speed: Spread, cpu: Spread, memory: Spread }),
  ),
  /** Of all points. */
  availability: z.object({
    /** Of the time for which it was to be on the air and somebody looked; null: there was none. */
    onAir: z.nullable(z.number()),
    outages: z.number(),
    longestSeconds: z.number(),
    observedSeconds: z.number(),
  }),
});

export type HistoryAnswer = z.infer<typeof HistoryAnswer>;

export const PROBLEM_TYPE = 'application/problem+json';

/** RFC 9457. */
export const ProblemDetails = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  /** Of the query. */
  field: z.optional(z.string()),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;

/** Every call of the agent's API, below `AGENT_API`. */
export const agentEndpoints = {
  agentHealth: route({ path: '/healthz', answer: Health, bearer: 'none' }),
  agentState: route({ path: '/state', answer: AgentState }),
  /** As JSON where that is accepted and no event stream is; else as events, from `Last-Event-ID` or `since` on. */
  agentEvents: route({ path: '/events', query: ['since', 'limit'], answer: JournalEvents }),
  /** Times are unix seconds; `to` is not in it. As CSV where that is accepted. */
  agentHistory: route({ path: '/history', query: ['subject', 'from', 'to', 'points'], answer: HistoryAnswer }),
};
