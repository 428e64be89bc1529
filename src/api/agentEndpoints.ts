import * as z from 'zod/mini';
import { msg } from '../i18n/msg.ts';
import { HoldStatus } from './answers/holdStatus.ts';
import { LookReport } from './answers/lookReport.ts';
import { route } from './route.ts';
import { TOKEN_SCOPES } from './tokenScopes.ts';

/** The path below the embedded core, or below an agent beside another core. */
export const AGENT_API = '/agent/api/v1';

export const MOST_EVENTS = 1000;
export const MOST_POINTS = 2000;

const Health = z.object({ status: z.literal('ok') });

const AgentState = z.object({
  version: z.string(),
  /** One agent of a core acts, the others stand by. `new`: not decided yet. */
  role: z.enum(['new', 'acting', 'standing-by']),
  core: z.object({
    reachable: z.boolean(),
    reason: z.nullable(z.string()),
  }),
  journal: z.object({
    /** false: events are in memory only. */
    isKept: z.boolean(),
    last: z.number(),
  }),
  /** false: samples are in memory only, or not at all. */
  history: z.object({ isKept: z.boolean() }),
  channels: z.record(z.string(), HoldStatus),
  /** `paused`: the machine is busy. Channels by id, where looks are switched on. Absent in earlier versions. */
  looks: z.optional(
    z.object({ status: z.enum(['off', 'looking', 'paused']), channels: z.record(z.string(), LookReport) }),
  ),
});
export type AgentState = z.infer<typeof AgentState>;

const JournalEvent = z.object({
  /** Increases with gaps, also across restarts. */
  id: z.number(),
  time: z.number(),
  channel: z.nullable(z.string()),
  event: z.string(),
  fields: z.record(z.string(), z.unknown()),
});

const JournalEvents = z.object({
  /** Oldest first. */
  events: z.array(JournalEvent),
  /** Id of the newest stored event, or 0. */
  last: z.number(),
});
export type JournalEvents = z.infer<typeof JournalEvents>;

/** One value per point; null: unknown or not observed. */
const Column = z.array(z.nullable(z.number()));
const Spread = z.object({ mean: Column, min: Column, max: Column });
const Figure = z.optional(Spread);

const HistoryAnswer = z.object({
  subject: z.string(),
  step: z.number(),
  /** Unix seconds of the start of each point. */
  time: z.array(z.number()),
  /** Seconds per state within each point. The rest was not observed. */
  seconds: z.object({ live: Column, waiting: Column, failing: Column, stopped: Column }),
  /** kbit/s, frames per second, speed, percent of one CPU core, MiB; viewers of a channel or of all. */
  figures: z.object({
    ...{ kbitIn: Figure, kbitOut: Figure, fps: Figure, speed: Figure },
    ...{ cpu: Figure, memory: Figure, viewers: Figure },
  }),
  availability: z.object({
    /** Share of the observed time for which it should be on the air; null: none. */
    onAir: z.nullable(z.number()),
    outages: z.number(),
    longestSeconds: z.number(),
    observedSeconds: z.number(),
  }),
});

export type HistoryAnswer = z.infer<typeof HistoryAnswer>;

export const PROBLEM_TYPE = 'application/problem+json';

export const ProblemDetails = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  field: z.optional(z.string()),
  /** All faults of a form; `text` is the remedy in English. */
  faults: z.optional(z.array(z.object({ field: z.string(), text: z.string() }))),
});
export type ProblemDetails = z.infer<typeof ProblemDetails>;

const must =
  <T>(isValid: (value: T) => boolean, message = 'It cannot be this'): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    if (!isValid(value)) issues.push({ code: 'custom', input: value, message });
  };
const atMost = (most: number) => must<{ length: number }>(({ length }) => length <= most, `It is longer than ${most}`);
const matching = (pattern: RegExp, message?: string) => must<string>((text) => pattern.test(text), message);
const trim: z.core.CheckFn<string> = (payload) => {
  payload.value = payload.value.trim();
};

/** The last time of a JavaScript `Date`. */
const LAST_TIME_MS = 8.64e15;
/** Milliseconds since 1970. */
const Time = z.number().check(must((ms) => Math.abs(ms) <= LAST_TIME_MS, 'It is no time'));

const FieldValue = z.union([z.string().check(atMost(4000)), z.number(), z.boolean()]);
const NO_NAME = msg('Enter a name');
const ReceiverName = z.string(NO_NAME).check(trim, matching(/./, NO_NAME), atMost(100));

/** Forms of the receivers. Labels are texts of the catalog. */
const ReceiverKinds = z.object({
  kinds: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Interval of a heartbeat, which gets no messages; null: it gets messages. */
      everySeconds: z.nullable(z.number()),
      fields: z.record(
        z.string(),
        z.object({
          label: z.string(),
          /** Never returned once stored. */
          isSecret: z.boolean(),
          isOptional: z.optional(z.boolean()),
          initial: z.optional(z.union([z.string(), z.number()])),
          choices: z.optional(z.array(z.union([z.string(), z.number()]))),
          choiceNames: z.optional(z.record(z.string(), z.string())),
          help: z.optional(z.string()),
          /** The form may generate a value: the prefix and this many random bytes in base64. */
          generated: z.optional(z.object({ prefix: z.string(), bytes: z.number() })),
        }),
      ),
    }),
  ),
});
export type ReceiverKinds = z.infer<typeof ReceiverKinds>;

/** `why` is a code, `text` a remedy in English; both null after a delivery. `status` of HTTP or SMTP. */
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
  /** The receiver has unsubscribed. A save enables it again. */
  isGone: z.boolean(),
  fields: z.record(z.string(), FieldValue),
  secrets: z.array(z.string()),
  lastBeat: z.nullable(DeliveryAnswer),
});
export type AlarmReceiver = z.infer<typeof AlarmReceiver>;
const AlarmReceivers = z.object({ receivers: z.array(AlarmReceiver) });

/** Fields that determine where secrets are sent: after a change, all secrets must be entered again. */
export const SECRET_DESTINATION: readonly string[] = ['address', 'port', 'security'];

/** An omitted secret keeps its value while `SECRET_DESTINATION` is unchanged. */
const ReceiverForm = z.object({ kind: z.string(), name: ReceiverName, fields: z.record(z.string(), FieldValue) });

/** `id`: the receiver whose stored secrets replace omitted ones; null: never stored. */
const ReceiverTrial = z.object({ id: z.nullable(z.string()), ...ReceiverForm.shape });

const AlarmDeliveries = z.object({
  /** Newest first; continue with the last `number` as `before`. */
  deliveries: z.array(
    z.object({
      number: z.number(),
      id: z.string(),
      receiver: z.string(),
      kind: z.enum(['fired', 'resolved', 'test']),
      incidents: z.array(z.string()),
      title: z.string(),
      at: z.number(),
      /** `failed`: given up. `withdrawn`: replaced by another message, or the receiver is gone. */
      state: z.enum(['waiting', 'delivered', 'failed', 'withdrawn']),
      tries: z.number(),
      nextAt: z.nullable(z.number()),
      last: z.nullable(z.object({ at: z.number(), ...DeliveryAnswer.shape })),
    }),
  ),
});
export type AlarmDeliveries = z.infer<typeof AlarmDeliveries>;

/** A figure, a text, or a value formatted in the reader's language. */
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
  /** Newest first; continue with the last `begun` as `before`. Simultaneous ones stay together, even beyond `limit`. */
  incidents: z.array(
    z.object({
      id: z.string(),
      rule: z.string(),
      channel: z.nullable(z.string()),
      publication: z.nullable(z.string()),
      names: z.object({ channel: z.string(), publication: z.string() }),
      isSilent: z.boolean(),
      /** `pending`: not reported yet. */
      status: z.enum(['pending', 'firing', 'resolved']),
      begun: z.number(),
      ended: z.nullable(z.number()),
      end: z.nullable(z.enum(['good', 'off', 'rule-off'])),
      fault: z.string(),
      sentences: z.array(IncidentSentence),
      /** null: no remedy is known. */
      remedy: z.nullable(IncidentSentence),
    }),
  ),
});
export type AlarmIncidents = z.infer<typeof AlarmIncidents>;

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
const TimeOfDay = z.string().check(matching(TIME_OF_DAY, msg('Enter a time of day such as 22:00')));
const SubjectId = z.nullable(z.string().check(atMost(200)));

const AlarmSettings = z.object({
  /** Keyed by rule id; omitted rules have their defaults. */
  rules: z.record(
    z.string(),
    z.object({
      on: z.boolean(),
      seconds: z.number().check(z.gte(0), z.lte(3600), must(Number.isInteger)),
      value: z.optional(z.number().check(z.gte(0), z.lte(1_000_000_000), must(Number.isInteger))),
    }),
  ),
  silences: z.array(z.object({ channel: SubjectId, publication: SubjectId, until: z.number() })).check(atMost(200)),
  receivers: z.record(
    z.string(),
    z.object({
      on: z.boolean(),
      /** null: all enabled rules. */
      rules: z.nullable(z.array(z.string())),
      resolved: z.boolean(),
      quiet: z.nullable(z.object({ from: TimeOfDay, to: TimeOfDay, zone: z.string(), exceptCritical: z.boolean() })),
    }),
  ),
  wording: z.object({
    language: z.string().check(matching(/^[a-z]{2}$/)),
    /** IANA name; null: the time zone of the machine. */
    zone: z.nullable(z.string()),
    /** Address of the interface for links in messages; null: no links. */
    page: z.nullable(z.string().check(atMost(500))),
  }),
});

const Alarms = z.object({
  settings: AlarmSettings,
  offered: z.array(z.string()),
  /** Changes with every save; send it back with yours. */
  revision: z.string(),
  /** Code of why nothing can be stored, or null. */
  fault: z.nullable(z.string()),
  /** Whether the machine is too busy to look at the video. Absent in earlier versions. */
  areLooksPaused: z.optional(z.boolean()),
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
  /** Set by the agent; the sent value is ignored. */
  since: z.number(),
});

const ScheduleSettings = z.object({ rules: z.array(ScheduleRuleForm), toleranceMinutes: z.number() });

const ScheduleMoment = { at: Time, becomes: z.enum(['on', 'off', 'restart']), isImage: z.boolean() };

export const ScheduleResult = z.object({
  ...ScheduleMoment,
  /** `missed`: the agent was not running in time. `failed`: done only in part. */
  result: z.enum(['done', 'late', 'missed', 'failed']),
  lateSeconds: z.number(),
  /** Processes for which the core rejected the command, with the reason in English. */
  failures: z.array(z.object({ id: z.string(), name: z.string(), error: z.string() })),
});
export type ScheduleResult = z.infer<typeof ScheduleResult>;

const Schedules = z.object({
  settings: ScheduleSettings,
  revision: z.string(),
  last: z.record(z.string(), ScheduleResult),
  /** `newer`: stored by a newer version; null: the rules are carried out. */
  fault: z.nullable(z.literal('newer')),
});
export type Schedules = z.infer<typeof Schedules>;

const SchedulesForm = z.object({ settings: ScheduleSettings, revision: z.string() });

const SchedulePreviewAnswer = z.object({
  /** The next 14 days in order. `isAdjusted`: moved by a daylight saving change in that night. */
  entries: z.array(z.object({ rule: z.string(), ...ScheduleMoment, isAdjusted: z.boolean() })),
  conflicts: z.array(z.object({ at: z.number(), rules: z.array(z.string()) })),
  isCut: z.boolean(),
});
export type SchedulePreviewAnswer = z.infer<typeof SchedulePreviewAnswer>;

const ScheduleNext = z.object({
  /** Keyed by channel id, even for a change of a publication. */
  channels: z.record(
    z.string(),
    z.object({ ...ScheduleMoment, rule: z.string(), name: z.string(), subject: ScheduleSubject }),
  ),
});
export type ScheduleNext = z.infer<typeof ScheduleNext>;

const TokenForm = z.object({
  name: ReceiverName,
  scope: z.enum(TOKEN_SCOPES),
  /** Ids; null: all, including future ones. */
  channels: z.nullable(z.array(z.string().check(atMost(100))).check(atMost(200))),
  /** Expiry in ms since 1970, or null. */
  end: z.nullable(Time),
});

const AgentToken = z.object({
  id: z.string(),
  ...TokenForm.shape,
  made: z.number(),
  /** Start of the day (UTC) of the last use (ms), or null. */
  used: z.nullable(z.number()),
});
export type AgentToken = z.infer<typeof AgentToken>;

const AgentTokens = z.object({ tokens: z.array(AgentToken) });
/** `secret`: the token itself, returned only once. */
const MadeToken = z.object({ ...AgentToken.shape, secret: z.string() });

const SubjectState = z.nullable(z.enum(['live', 'waiting', 'failing', 'stopped']));

const AgentChannels = z.object({
  channels: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: SubjectState,
      publications: z.array(z.object({ id: z.string(), name: z.string(), service: z.string(), state: SubjectState })),
    }),
  ),
});
export type AgentChannels = z.infer<typeof AgentChannels>;

const ControlForm = z.nullable(z.object({ channel: z.optional(z.string().check(atMost(100))) }));

const ControlAnswer = z.object({
  command: z.string(),
  /** Processes that follow the command, or the channel for a command about what is on the air. */
  done: z.array(z.object({ id: z.string(), name: z.string() })),
  failures: z.array(z.object({ id: z.string(), name: z.string(), error: z.string() })),
  /** The journal reports the result later. */
  isUnderWay: z.optional(z.literal(true)),
});
export type ControlAnswer = z.infer<typeof ControlAnswer>;

/** Every call of the agent's API, below `AGENT_API`. `AGENT_SCOPES` lists who may call it. */
export const agentEndpoints = {
  agentHealth: route({ path: '/healthz', answer: Health, bearer: 'none' }),
  agentState: route({ path: '/state', answer: AgentState }),
  /**
   * JSON or an event stream, by `Accept`, from `Last-Event-ID` or `since` on. With `channel`: newest events of that
   * channel and of the core, or those before the id `before`.
   */
  agentEvents: route({ path: '/events', query: ['since', 'limit', 'channel', 'before'], answer: JournalEvents }),
  /** Times in unix seconds, without `to`. CSV by `Accept`. */
  agentHistory: route({ path: '/history', query: ['subject', 'from', 'to', 'points'], answer: HistoryAnswer }),
  agentMetrics: route({ path: '/metrics', answer: z.string(), carries: 'text' }),
  agentReceiverKinds: route({ path: '/receiver-kinds', answer: ReceiverKinds }),
  agentReceivers: route({ path: '/receivers', answer: AlarmReceivers }),
  agentReceiverAdd: route({ method: 'POST', path: '/receivers', body: ReceiverForm, answer: AlarmReceiver }),
  agentReceiverSave: route({ method: 'PUT', path: '/receivers/:id', body: ReceiverForm, answer: AlarmReceiver }),
  agentReceiverDelete: route({ method: 'DELETE', path: '/receivers/:id', answer: AlarmReceivers }),
  agentReceiverTry: route({ method: 'POST', path: '/receivers/try', body: ReceiverTrial, answer: DeliveryAnswer }),
  agentReceiverTest: route({ method: 'POST', path: '/receivers/:id/test', answer: DeliveryAnswer }),
  agentDeliveries: route({ path: '/deliveries', query: ['before', 'limit'], answer: AlarmDeliveries }),
  /** Sends a message again with the same id, and returns the newest deliveries. */
  agentDeliveryAgain: route({ method: 'POST', path: '/deliveries/:number/again', answer: AlarmDeliveries }),
  agentIncidents: route({ path: '/incidents', query: ['before', 'limit'], answer: AlarmIncidents }),
  agentAlarms: route({ path: '/alarms', answer: Alarms }),
  agentAlarmsSave: route({ method: 'PUT', path: '/alarms', body: AlarmsForm, answer: Alarms }),
  agentSchedules: route({ path: '/schedules', answer: Schedules }),
  agentSchedulesSave: route({ method: 'PUT', path: '/schedules', body: SchedulesForm, answer: Schedules }),
  agentSchedulePreview: route({
    method: 'POST',
    path: '/schedules/preview',
    body: ScheduleSettings,
    answer: SchedulePreviewAnswer,
  }),
  agentScheduleNext: route({ path: '/schedules/next', answer: ScheduleNext }),
  agentTokens: route({ path: '/tokens', answer: AgentTokens }),
  agentTokenAdd: route({ method: 'POST', path: '/tokens', body: TokenForm, answer: MadeToken }),
  agentTokenDelete: route({ method: 'DELETE', path: '/tokens/:id', answer: AgentTokens }),
  agentChannels: route({ path: '/channels', answer: AgentChannels }),
  agentChannelControl: route({
    ...{ method: 'POST', path: '/channels/:id/:command', body: ControlForm, answer: ControlAnswer },
  }),
  agentPublicationControl: route({
    ...{ method: 'POST', path: '/publications/:id/:command', body: ControlForm, answer: ControlAnswer },
  }),
  /** `channel` in the body limits the command to its publications. */
  agentGroupControl: route({
    ...{ method: 'POST', path: '/groups/:name/:command', body: ControlForm, answer: ControlAnswer },
  }),
  agentOpenApi: route({ path: '/openapi.json', answer: z.record(z.string(), z.unknown()) }),
};
