import * as z from 'zod/mini';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from './alarmRules.ts';
import { isTimeOfDay, isTimeZone } from './quietHours.ts';
import { type ReceiverChoice, RULE_SECONDS, type Silence, USUAL_CHOICE } from './usualChoice.ts';

const MOST_SILENCES = 200;
const MOST_RECEIVERS = 100;
const MOST_LETTERS = 200;

export interface RuleChoice {
  on: boolean;
  seconds: number;
  value?: number | undefined;
}

export interface AlarmSettings {
  rules: Readonly<Record<AlarmRuleId, RuleChoice>>;
  silences: readonly Silence[];
  /** Keyed by receiver id; others get `USUAL_CHOICE`. */
  receivers: Readonly<Record<string, ReceiverChoice>>;
}

const isSeconds = (seconds: number) =>
  Number.isInteger(seconds) && seconds >= RULE_SECONDS.least && seconds <= RULE_SECONDS.most;

export const isRuleValue = (id: AlarmRuleId, figure: number): boolean => {
  const { value } = ALARM_RULES[id];
  return value !== undefined && Number.isInteger(figure) && figure >= value.least && figure <= value.most;
};

const StoredRule = z.catch(
  z.looseObject({
    on: z.catch(z.optional(z.boolean()), undefined),
    seconds: z.catch(z.optional(z.number()), undefined),
    value: z.catch(z.optional(z.number()), undefined),
  }),
  {},
);
type StoredRule = z.infer<typeof StoredRule>;

const Id = z.nullable(z.string().check(z.maxLength(MOST_LETTERS)));
const StoredSilence = z.looseObject({ channel: Id, publication: Id, until: z.number() });

const StoredReceiver = z.looseObject({
  on: z.catch(z.boolean(), USUAL_CHOICE.on),
  rules: z.catch(z.nullable(z.array(z.string())), null),
  resolved: z.catch(z.boolean(), USUAL_CHOICE.resolved),
  // Malformed quiet hours suppress no message.
  quiet: z.catch(
    z.nullable(
      z.looseObject({
        from: z.string().check(z.refine(isTimeOfDay)),
        to: z.string().check(z.refine(isTimeOfDay)),
        zone: z.string().check(z.maxLength(MOST_LETTERS), z.refine(isTimeZone)),
        exceptCritical: z.catch(z.boolean(), false),
      }),
    ),
    null,
  ),
});

const Stored = z.looseObject({
  version: z.literal(1),
  alarms: z.looseObject({
    rules: z.catch(z.record(z.string(), StoredRule), {}),
    silences: z.catch(z.array(z.unknown()), []),
    receivers: z.catch(z.record(z.string(), z.unknown()), {}),
  }),
});

/** Reads the global metadata of `AGENT_KEY`; `newer` for settings of a newer version. */
export function parseAlarmSettings(stored: unknown): AlarmSettings | 'newer' {
  const { version } = z.looseObject({ version: z.number() }).safeParse(stored).data ?? {};
  if (version !== undefined && version > 1) return 'newer';
  const { alarms } = Stored.safeParse(stored).data ?? {};
  return alarms
    ? {
        rules: rulesOf(alarms.rules),
        silences: alarms.silences.slice(0, MOST_SILENCES).flatMap((silence) => {
          const { data } = StoredSilence.safeParse(silence);
          return data ? [{ channel: data.channel, publication: data.publication, until: data.until }] : [];
        }),
        receivers: Object.fromEntries(Object.entries(alarms.receivers).slice(0, MOST_RECEIVERS).flatMap(receiverOf)),
      }
    : USUAL_ALARMS;
}

function receiverOf([id, stored]: [string, unknown]): [string, ReceiverChoice][] {
  const { data } = StoredReceiver.safeParse(stored);
  if (!data) return [];
  const { on, rules, resolved, quiet } = data;
  return [
    [
      id,
      {
        ...{ on, resolved },
        rules: rules && ALARM_RULE_IDS.filter((rule) => rules.includes(rule)),
        quiet: quiet && {
          from: quiet.from,
          to: quiet.to,
          zone: quiet.zone,
          exceptCritical: quiet.exceptCritical,
        },
      },
    ],
  ];
}

function rulesOf(stored: Readonly<Record<string, StoredRule>>) {
  const ruleOf = (id: AlarmRuleId): RuleChoice => {
    const { on, seconds, value } = stored[id] ?? {};
    const usual = ALARM_RULES[id];
    return {
      ...{ on: on ?? usual.on, seconds: seconds !== undefined && isSeconds(seconds) ? seconds : usual.seconds },
      ...(usual.value && { value: value !== undefined && isRuleValue(id, value) ? value : usual.value.usual }),
    };
  };
  return {
    'core-away': ruleOf('core-away'),
    'channel-down': ruleOf('channel-down'),
    'destination-failing': ruleOf('destination-failing'),
    'not-delivered': ruleOf('not-delivered'),
    'reserve-lost': ruleOf('reserve-lost'),
    'standby-image': ruleOf('standby-image'),
    'limit-near': ruleOf('limit-near'),
    'recording-stopped': ruleOf('recording-stopped'),
    'disk-full': ruleOf('disk-full'),
    'memory-full': ruleOf('memory-full'),
    certificate: ruleOf('certificate'),
    'schedule-missed': ruleOf('schedule-missed'),
    'viewers-over': ruleOf('viewers-over'),
    'too-slow': ruleOf('too-slow'),
    black: ruleOf('black'),
    frozen: ruleOf('frozen'),
    silent: ruleOf('silent'),
    'agent-away': ruleOf('agent-away'),
  };
}

export const USUAL_ALARMS: AlarmSettings = { rules: rulesOf({}), silences: [], receivers: {} };

/** Keeps keys of other programs, even malformed ones. */
export function storeAlarmSettings(before: unknown, { rules, silences, receivers }: AlarmSettings): object {
  const stored = keysOf(before);
  const alarms = keysOf(stored.alarms);
  const keptRules = keysOf(alarms.rules);
  const keptReceivers = keysOf(alarms.receivers);
  return {
    ...stored,
    version: 1,
    alarms: {
      ...alarms,
      rules: {
        ...keptRules,
        ...Object.fromEntries(
          ALARM_RULE_IDS.map((id) => {
            const { on: _, seconds: __, value: ___, ...others } = keysOf(keptRules[id]);
            return [id, { ...others, ...chosenOf(id, rules[id]) }];
          }),
        ),
      },
      silences: storedSilences(alarms.silences, silences),
      receivers: {
        ...Object.fromEntries(
          Object.entries(keptReceivers).filter(([, receiver]) => !StoredReceiver.safeParse(receiver).success),
        ),
        ...Object.fromEntries(
          Object.entries(receivers).map(([id, choice]) => [id, storedReceiver(keysOf(keptReceivers[id]), choice)]),
        ),
      },
    },
  };
}

/** Only stores differences, because defaults may change in the next version. */
function chosenOf(id: AlarmRuleId, { on, seconds, value }: RuleChoice): object {
  const usual = ALARM_RULES[id];
  return {
    ...(on === usual.on ? {} : { on }),
    ...(seconds === usual.seconds ? {} : { seconds }),
    ...(value === undefined || value === usual.value?.usual ? {} : { value }),
  };
}

function storedSilences(before: unknown, silences: readonly Silence[]): object[] {
  const items = listOf(before).map((raw) => ({ stored: keysOf(raw), silence: StoredSilence.safeParse(raw).data }));
  const unread = items.flatMap(({ stored, silence }) => (silence ? [] : [stored]));
  const silencesAfter = silences.map(({ channel, publication, until }) => {
    const same = items.find(
      ({ silence }) => silence?.channel === channel && silence.publication === publication && silence.until === until,
    );
    return { ...same?.stored, channel, publication, until };
  });
  return [...silencesAfter, ...unread];
}

function storedReceiver(before: Readonly<Record<string, unknown>>, choice: ReceiverChoice): object {
  const unknown = listOf(before.rules).filter((rule) => !ALARM_RULE_IDS.some((id) => id === rule));
  return {
    ...before,
    ...choice,
    rules: choice.rules && [...choice.rules, ...unknown],
    quiet: choice.quiet && { ...keysOf(before.quiet), ...choice.quiet },
  };
}

const listOf = (stored: unknown): readonly unknown[] => z.array(z.unknown()).safeParse(stored).data ?? [];
const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
