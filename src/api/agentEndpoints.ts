import * as z from 'zod/mini';
import { msg } from '../i18n/msg.ts';
import { HoldStatus } from './answers/holdStatus.ts';
import { route } from './route.ts';
import { TOKEN_SCOPES } from './tokenScopes.ts';

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
const Figure = z.optional(Spread);

const HistoryAnswer = z.object({
  subject: z.string(),
  /** Seconds from one point to the next. */
  step: z.number(),
  /** Unix seconds, when each point began. */
  time: z.array(z.number()),
  /** Of each point, for how long it was so; what is missing in the sum nobody has seen. */
  seconds: z.object({ live: Column, waiting: Column, failing: Column, stopped: Column }),
  /** kbit/s, frames a second, seconds of video a second, percent of one processor, MiB; viewers of a channel, and of all. */
  figures: z.object({
    ...{ kbitIn: Figure, kbitOut: Figure, fps: Figure, speed: Figure },
    ...{ cpu: Figure, memory: Figure, viewers: Figure },
  }),
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
  /** Of the query or the form. */
  field: z.optional(z.string()),
  /** All that is wrong with a form; `text` says in English what to do. */
  faults: z.optional(z.array(z.object({ field: z.string(), text: z.string() }))),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;

/** A check of a form. Those of the library would be in the first script of the interface, as all of the library is. */
const must =
  <T>(is: (value: T) => boolean, message = 'It cannot be this'): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    if (!is(value)) issues.push({ code: 'custom', input: value, message });
  };
const atMost = (most: number) => must<{ length: number }>(({ length }) => length <= most, `It is longer than ${most}`);
const matching = (pattern: RegExp, message?: string) => must<string>((text) => pattern.test(text), message);
const trim: z.core.CheckFn<string> = (payload) => {
  payload.value = payload.value.trim();
};

/** The last that a date of JavaScript has: pages cannot show others. */
const LAST_TIME_MS = 8.64e15;
/** Milliseconds since 1970. */
const Time = z.number().check(must((ms) => Math.abs(ms) <= LAST_TIME_MS, 'It is no time'));

const FieldValue = z.union([z.string().check(atMost(4000)), z.number(), z.boolean()]);
const NO_NAME = msg('Enter a name');
const ReceiverName = z.string(NO_NAME).check(trim, matching(/./, NO_NAME), atMost(100));

/** What can receive alarms, as a form. Labels are texts of the catalog. */
const ReceiverKinds = z.object({
  kinds: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** It is called again and again while all is well, and gets no messages; null: it gets messages. */
      everySeconds: z.nullable(z.number()),
      fields: z.record(
        z.string(),
        z.object({
          label: z.string(),
          /** It is never shown again once it is stored. */
          isSecret: z.boolean(),
          isOptional: z.optional(z.boolean()),
          initial: z.optional(z.union([z.string(), z.number()])),
          choices: z.optional(z.array(z.union([z.string(), z.number()]))),
          /** How a choice is called where its value is no word. */
          choiceNames: z.optional(z.record(z.string(), z.string())),
          /** What to enter. */
          help: z.optional(z.string()),
          /** A form may make one: the prefix, and so many random bytes in base64. */
          generated: z.optional(z.object({ prefix: z.string(), bytes: z.number() })),
        }),
      ),
    }),
  ),
});
export type ReceiverKinds = z.infer<typeof ReceiverKinds>;

/** `why` is a fault for programs, `text` says in English what to do; both null: it has arrived. `status`: of HTTP or SMTP. */
const DeliveryAnswer = z.object({
  type: z.enum(['delivered', 'retry', 'refused', 'gone']),
  why: z.nullable(z.string()),
  text: z.nullable(z.string()),
  status: z.nullable(z.number()),
});
export type DeliveryAnswer = z.infer<typeof DeliveryAnswer>;

const AlarmReceiver = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  /** It wants no more messages: a save switches it on again. */
  isGone: z.boolean(),
  /** Without secrets. */
  fields: z.record(z.string(), FieldValue),
  /** Names of the fields that have one stored. */
  secrets: z.array(z.string()),
  /** Of the last call of a heartbeat; null: there was none. */
  lastBeat: z.nullable(DeliveryAnswer),
});
export type AlarmReceiver = z.infer<typeof AlarmReceiver>;
const AlarmReceivers = z.object({ receivers: z.array(AlarmReceiver) });

/** Fields that say where a secret is sent: when one of them changes, all secrets have to be sent again. */
export const SECRET_DESTINATION: readonly string[] = ['address', 'port', 'security'];

/** A secret that is left out stays as it is, as long as `SECRET_DESTINATION` does. */
const ReceiverForm = z.object({ kind: z.string(), name: ReceiverName, fields: z.record(z.string(), FieldValue) });

/** `id`: whose stored secrets stand in for those that are left out; null: it was never stored. */
const ReceiverTrial = z.object({ id: z.nullable(z.string()), ...ReceiverForm.shape });

const AlarmDeliveries = z.object({
  /** Newest first; ask on with the last `number` as `before`. */
  deliveries: z.array(
    z.object({
      number: z.number(),
      /** The same in every try. */
      id: z.string(),
      receiver: z.string(),
      kind: z.enum(['fired', 'resolved', 'test']),
      /** Ids of those that it tells of. */
      incidents: z.array(z.string()),
      title: z.string(),
      /** Milliseconds since 1970. */
      at: z.number(),
      /** `failed`: it is given up; `withdrawn`: another message tells the whole story, or its receiver is gone. */
      state: z.enum(['waiting', 'delivered', 'failed', 'withdrawn']),
      tries: z.number(),
      /** While it waits (ms). */
      nextAt: z.nullable(z.number()),
      /** Of the last try; null: there was none. */
      last: z.nullable(z.object({ at: z.number(), ...DeliveryAnswer.shape })),
    }),
  ),
});
export type AlarmDeliveries = z.infer<typeof AlarmDeliveries>;

/** Of a sentence of the verdict: a figure, a text, or what is written in the language of its reader. */
export const SentenceValue = z.union([
  z.number(),
  z.string(),
  z.object({ tenths: z.number() }),
  z.object({ at: z.number() }),
  z.object({ seconds: z.number() }),
  z.object({ text: z.string() }),
]);
const IncidentSentence = z.object({ text: z.string(), values: z.record(z.string(), SentenceValue) });

const AlarmIncidents = z.object({
  /** Newest first; ask on with the last `begun` as `before`. Those that began in one moment come together, also beyond `limit`. */
  incidents: z.array(
    z.object({
      id: z.string(),
      rule: z.string(),
      /** Ids; null: the core, or the channel itself. */
      channel: z.nullable(z.string()),
      publication: z.nullable(z.string()),
      names: z.object({ channel: z.string(), publication: z.string() }),
      /** Silenced now: it is told to nobody. */
      isSilent: z.boolean(),
      /** `pending`: it is not told yet. */
      status: z.enum(['pending', 'firing', 'resolved']),
      /** Milliseconds since 1970. */
      begun: z.number(),
      ended: z.nullable(z.number()),
      /** `off`: it was stopped, switched off or deleted. */
      end: z.nullable(z.enum(['good', 'off', 'rule-off'])),
      fault: z.string(),
      /** As those of a verdict. */
      sentences: z.array(IncidentSentence),
      /** What to do; null: nobody knows. */
      remedy: z.nullable(IncidentSentence),
    }),
  ),
});
export type AlarmIncidents = z.infer<typeof AlarmIncidents>;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const TimeOfDay = z.string().check(matching(TIME_OF_DAY, msg('Enter a time of day such as 22:00')));
const SubjectId = z.nullable(z.string().check(atMost(200)));

const AlarmSettings = z.object({
  /** By id of the rule; those that are left out are as usual. */
  rules: z.record(
    z.string(),
    z.object({
      on: z.boolean(),
      seconds: z.number().check(z.gte(0), z.lte(3600), must(Number.isInteger)),
      /** Of a rule that has one, such as a number of viewers. */
      value: z.optional(z.number().check(z.gte(0), z.lte(1_000_000_000), must(Number.isInteger))),
    }),
  ),
  silences: z.array(z.object({ channel: SubjectId, publication: SubjectId, until: z.number() })).check(atMost(200)),
  /** By id of the receiver. */
  receivers: z.record(
    z.string(),
    z.object({
      on: z.boolean(),
      /** null: all that are switched on. */
      rules: z.nullable(z.array(z.string())),
      resolved: z.boolean(),
      quiet: z.nullable(z.object({ from: TimeOfDay, to: TimeOfDay, zone: z.string(), exceptCritical: z.boolean() })),
    }),
  ),
  wording: z.object({
    /** Of the interface: `de`. */
    language: z.string().check(matching(/^[a-z]{2}$/)),
    /** Europe/Berlin; null: that of the machine. */
    zone: z.nullable(z.string()),
    /** Address of the interface, for links in messages; null: they have none. */
    page: z.nullable(z.string().check(atMost(500))),
  }),
});

const Alarms = z.object({
  settings: AlarmSettings,
  /** Ids of the rules for which the agent knows something of this core: the others never tell anything. */
  offered: z.array(z.string()),
  /** Another one after each save of anybody: send it with yours. */
  revision: z.string(),
  /** Why nothing can be stored, as in the journal; null: it can. */
  fault: z.nullable(z.string()),
});
export type Alarms = z.infer<typeof Alarms>;

const AlarmsForm = z.object({ settings: AlarmSettings, revision: z.string() });

const ScheduleText = z.string().check(atMost(200));
const ScheduleId = ScheduleText.check(matching(/./, 'It cannot be empty'));
const ScheduleSubject = z.union([
  z.object({ type: z.literal('channel'), id: ScheduleId, withPublications: z.boolean() }),
  z.object({ type: z.literal('publication'), id: ScheduleId }),
  z.object({ type: z.literal('group'), name: ScheduleId, channel: z.nullable(ScheduleId) }),
  z.object({ type: z.literal('image'), id: ScheduleId }),
]);

/** As `ScheduleRule` of the schedule: what its texts and figures may be is said there. */
const ScheduleRuleForm = z.object({
  id: ScheduleId,
  name: ScheduleText,
  isEnabled: z.boolean(),
  zone: ScheduleText,
  timing: z.union([
    z.object({ type: z.literal('once'), from: ScheduleText, to: z.nullable(ScheduleText) }),
    z.object({
      ...{ type: z.literal('weekly'), days: z.array(z.number()).check(atMost(7)) },
      ...{ from: ScheduleText, to: z.nullable(ScheduleText) },
    }),
    z.object({ type: z.literal('cron'), expression: ScheduleText, minutes: z.nullable(z.number()) }),
  ]),
  want: z.enum(['on', 'off', 'restart']),
  subject: ScheduleSubject,
  imageMinutes: z.number(),
  /** Set by the agent, whatever is sent. */
  since: z.number(),
});

const ScheduleSettings = z.object({ rules: z.array(ScheduleRuleForm), toleranceMinutes: z.number() });

const ScheduleMoment = { at: Time, becomes: z.enum(['on', 'off', 'restart']), isImage: z.boolean() };

/** The newest transition of a rule that came to its turn. */
export const ScheduleResult = z.object({
  ...ScheduleMoment,
  /** `missed`: it was not done, because nothing was there to do it in time. `failed`: not all of it could be done. */
  result: z.enum(['done', 'late', 'missed', 'failed']),
  lateSeconds: z.number(),
  /** Processes of which the core refused it, and why, for people. */
  failures: z.array(z.object({ id: z.string(), name: z.string(), error: z.string() })),
});
export type ScheduleResult = z.infer<typeof ScheduleResult>;

const Schedules = z.object({
  settings: ScheduleSettings,
  /** Another one after each save of anybody: send it with yours. */
  revision: z.string(),
  /** By id of the rule. */
  last: z.record(z.string(), ScheduleResult),
  /** `newer`: a newer version has stored them; null: they are carried out. */
  fault: z.nullable(z.literal('newer')),
});
export type Schedules = z.infer<typeof Schedules>;

const SchedulesForm = z.object({ settings: ScheduleSettings, revision: z.string() });

const SchedulePreviewAnswer = z.object({
  /** Of 14 days from now, in order. `isAdjusted`: the clocks are set in that night, and it is not at the time that was given. */
  entries: z.array(z.object({ rule: z.string(), ...ScheduleMoment, isAdjusted: z.boolean() })),
  /** Rules that want otherwise of the same at the same time, from when on. */
  conflicts: z.array(z.object({ at: z.number(), rules: z.array(z.string()) })),
  /** There are more entries. */
  isCut: z.boolean(),
});
export type SchedulePreviewAnswer = z.infer<typeof SchedulePreviewAnswer>;

const ScheduleNext = z.object({
  /** By id of the channel, also where it is about one of its publications. */
  channels: z.record(
    z.string(),
    z.object({ ...ScheduleMoment, rule: z.string(), name: z.string(), subject: ScheduleSubject }),
  ),
});
export type ScheduleNext = z.infer<typeof ScheduleNext>;

const TokenForm = z.object({
  name: ReceiverName,
  scope: z.enum(TOKEN_SCOPES),
  /** Ids; null: all, also those that are made later. */
  channels: z.nullable(z.array(z.string().check(atMost(100))).check(atMost(200))),
  /** Until when it is good (ms since 1970); null: until it is revoked. */
  end: z.nullable(Time),
});

const AgentToken = z.object({
  id: z.string(),
  ...TokenForm.shape,
  /** Milliseconds since 1970. */
  made: z.number(),
  /** The beginning of the day (UTC) on which it was used last (ms); null: it never was. */
  used: z.nullable(z.number()),
});
export type AgentToken = z.infer<typeof AgentToken>;

const AgentTokens = z.object({ tokens: z.array(AgentToken) });
/** `secret`: the token itself, which is never told again. */
const MadeToken = z.object({ ...AgentToken.shape, secret: z.string() });

const SubjectState = z.nullable(z.enum(['live', 'waiting', 'failing', 'stopped']));

const AgentChannels = z.object({
  channels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** null: it was not seen yet. */
      state: SubjectState,
      publications: z.array(z.object({ id: z.string(), name: z.string(), service: z.string(), state: SubjectState })),
    }),
  ),
});
export type AgentChannels = z.infer<typeof AgentChannels>;

/** May be left out: many senders have no body, or an empty one. */
const ControlForm = z.nullable(z.object({ channel: z.optional(z.string().check(atMost(100))) }));

const ControlAnswer = z.object({
  /** As in a `ControlOrder`. */
  command: z.string(),
  /** Processes that do as was ordered; the channel where it is about what is on the air. */
  done: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Processes for which it could not be done, and why, for people. */
  failures: z.array(z.object({ id: z.string(), name: z.string(), error: z.string() })),
  /** The journal will tell what comes of it. */
  isUnderWay: z.optional(z.literal(true)),
});
export type ControlAnswer = z.infer<typeof ControlAnswer>;

/** Every call of the agent's API, below `AGENT_API`. Who may call what stands in `AGENT_SCOPES`. */
export const agentEndpoints = {
  agentHealth: route({ path: '/healthz', answer: Health, bearer: 'none' }),
  agentState: route({ path: '/state', answer: AgentState }),
  /**
   * As JSON where that is accepted and no event stream is; else as events, from `Last-Event-ID` or `since` on. With `channel`
   * the newest of that channel and of all, or those before the id `before`.
   */
  agentEvents: route({ path: '/events', query: ['since', 'limit', 'channel', 'before'], answer: JournalEvents }),
  /** Times are unix seconds; `to` is not in it. As CSV where that is accepted. */
  agentHistory: route({ path: '/history', query: ['subject', 'from', 'to', 'points'], answer: HistoryAnswer }),
  /** In the text format of Prometheus. */
  agentMetrics: route({ path: '/metrics', answer: z.string(), carries: 'text' }),
  agentReceiverKinds: route({ path: '/receiver-kinds', answer: ReceiverKinds }),
  agentReceivers: route({ path: '/receivers', answer: AlarmReceivers }),
  agentReceiverAdd: route({ method: 'POST', path: '/receivers', body: ReceiverForm, answer: AlarmReceiver }),
  agentReceiverSave: route({ method: 'PUT', path: '/receivers/:id', body: ReceiverForm, answer: AlarmReceiver }),
  agentReceiverDelete: route({ method: 'DELETE', path: '/receivers/:id', answer: AlarmReceivers }),
  /** Sends a test to a receiver that is not stored, or not like this, and stores nothing. */
  agentReceiverTry: route({ method: 'POST', path: '/receivers/try', body: ReceiverTrial, answer: DeliveryAnswer }),
  /** Sends a test, and answers what became of it. */
  agentReceiverTest: route({ method: 'POST', path: '/receivers/:id/test', answer: DeliveryAnswer }),
  agentDeliveries: route({ path: '/deliveries', query: ['before', 'limit'], answer: AlarmDeliveries }),
  /** Sends a message anew, with its id; answers the newest deliveries. */
  agentDeliveryAgain: route({ method: 'POST', path: '/deliveries/:number/again', answer: AlarmDeliveries }),
  agentIncidents: route({ path: '/incidents', query: ['before', 'limit'], answer: AlarmIncidents }),
  agentAlarms: route({ path: '/alarms', answer: Alarms }),
  agentAlarmsSave: route({ method: 'PUT', path: '/alarms', body: AlarmsForm, answer: Alarms }),
  agentSchedules: route({ path: '/schedules', answer: Schedules }),
  agentSchedulesSave: route({ method: 'PUT', path: '/schedules', body: SchedulesForm, answer: Schedules }),
  /** Stores nothing. */
  agentSchedulePreview: route({
    method: 'POST',
    path: '/schedules/preview',
    body: ScheduleSettings,
    answer: SchedulePreviewAnswer,
  }),
  /** The next change of each channel that has one. */
  agentScheduleNext: route({ path: '/schedules/next', answer: ScheduleNext }),
  agentTokens: route({ path: '/tokens', answer: AgentTokens }),
  agentTokenAdd: route({ method: 'POST', path: '/tokens', body: TokenForm, answer: MadeToken }),
  agentTokenDelete: route({ method: 'DELETE', path: '/tokens/:id', answer: AgentTokens }),
  /** Channels and publications with their ids, for the calls that act on them. */
  agentChannels: route({ path: '/channels', answer: AgentChannels }),
  agentChannelControl: route({
    ...{ method: 'POST', path: '/channels/:id/:command', body: ControlForm, answer: ControlAnswer },
  }),
  agentPublicationControl: route({
    ...{ method: 'POST', path: '/publications/:id/:command', body: ControlForm, answer: ControlAnswer },
  }),
  /** `channel` in the body: only its publications. */
  agentGroupControl: route({
    ...{ method: 'POST', path: '/groups/:name/:command', body: ControlForm, answer: ControlAnswer },
  }),
  /** In the form of OpenAPI 3.1. */
  agentOpenApi: route({ path: '/openapi.json', answer: z.record(z.string(), z.unknown()) }),
};
