import { msg } from '../../i18n/msg.ts';
import type { ShownHold } from '../hold/holdOf.ts';
import { isRecording } from '../stored/recordingFiles.ts';
import { unseenSentence } from '../verdict/notDelivered.ts';
import { OTHER_VIEWS, publicationFinding, VERDICT_ORDER, type Verdict } from '../verdict/verdict.ts';
import { noData, type PublicationFact, type Sentence, say } from '../verdict/verdictTypes.ts';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from './alarmRules.ts';

/** `since` in ms. */
export interface AlarmStatement extends Pick<Verdict, 'fault' | 'sentences' | 'since'> {
  remedy?: Sentence | undefined;
}

export interface AlarmSubject {
  rule: AlarmRuleId;
  /** Null for the core. */
  channel: string | null;
  /** Null for the channel itself. */
  publication: string | null;
}

/** A missing look is not a value: the previous condition stays. */
export interface AlarmLook extends AlarmSubject {
  names: { channel: string; publication: string };
  /** `off`: stopped or switched off; `unclear`: starting or unknown. */
  condition: { status: 'good' | 'off' | 'unclear' } | { status: 'bad'; statement: AlarmStatement };
}

export interface AlarmChannel {
  id: string;
  name: string;
  /** Null before the first response. */
  verdict: Pick<Verdict, 'kind' | 'severity' | 'fault' | 'sentences' | 'since'> | null;
  publications: readonly PublicationFact[];
  hold: ShownHold;
  /** Whether the agent has looked at the picture lately; `off`: it was not asked to. */
  look: 'off' | 'seen' | 'unknown';
}

/** `lost`: no response for a while; `unclear`: only for a moment. */
export function lookAtCore(status: 'alive' | 'lost' | 'unclear'): AlarmLook {
  const subject = { rule: 'core-away', channel: null, publication: null } as const;
  const names = { channel: '', publication: '' };
  if (status !== 'lost') return { ...subject, names, condition: { status: status === 'alive' ? 'good' : 'unclear' } };
  const sentences = [say(msg('The core is not responding.'))];
  return { ...subject, names, condition: { status: 'bad', statement: { fault: 'core', sentences, since: null } } };
}

const GOOD = { status: 'good' } as const;

/** Operators need some minutes to act. Shorter limits warn at half their time. */
const LIMIT_NEAR_MS = 5 * 60_000;

/** `channel-down` comes first. Rules without facts are left out. `now`: ms by the clock of the hold. */
export function looksAtChannel(
  { id, name, verdict, publications, hold, look }: AlarmChannel,
  now: number,
): AlarmLook[] {
  const lookOf = (rule: AlarmRuleId, condition: AlarmLook['condition'], publication?: PublicationFact): AlarmLook => ({
    ...{ rule, channel: id, publication: publication?.id ?? null, condition },
    names: { channel: name, publication: publication?.name ?? '' },
  });
  if (verdict === null || verdict.severity === 'busy') return [lookOf('channel-down', { status: 'unclear' })];
  const { alarm } = OTHER_VIEWS[verdict.kind];
  const statement = statementOf(verdict);
  switch (alarm) {
    case 'off':
    case 'unclear':
      return [lookOf('channel-down', { status: alarm })];
    case 'channel':
      return [lookOf('channel-down', { status: 'bad', statement })];
    case 'thing':
    case 'good':
      return [
        lookOf('channel-down', GOOD),
        ...ALARM_RULE_IDS.flatMap((rule) => {
          const status = isSo(rule, verdict.kind);
          if (status === null) return [];
          if (status) return [lookOf(rule, { status: 'bad', statement })];
          if (ALARM_RULES[rule].facts !== 'look' || look === 'seen') return [lookOf(rule, GOOD)];
          return [lookOf(rule, { status: look === 'off' ? 'off' : 'unclear' })];
        }),
        lookOf('limit-near', limitCondition(hold, now)),
        ...publications.flatMap((publication) => looksAtPublication(publication, lookOf)),
      ];
  }
}

/** Null if the verdict hides the condition. */
function isSo(rule: AlarmRuleId, kind: Verdict['kind']): boolean | null {
  const { kinds } = ALARM_RULES[rule];
  if (kinds === undefined) return null;
  if (kinds.includes(kind)) return true;
  return VERDICT_ORDER.indexOf(kind) > VERDICT_ORDER.indexOf(kinds[0]) ? false : null;
}

function limitCondition(hold: ShownHold, now: number): AlarmLook['condition'] {
  if (hold.status !== 'slate' || hold.limitAt === null) return GOOD;
  if (hold.limitAt - now > Math.min(LIMIT_NEAR_MS, (hold.limitAt - hold.since) / 2)) return GOOD;
  const sentences = [
    say(msg('The standby image ends at {{time}}, and the publications that show it end with it.'), {
      time: { at: hold.limitAt },
    }),
  ];
  return { status: 'bad', statement: { fault: 'source', sentences, since: hold.since } };
}

function looksAtPublication(
  publication: PublicationFact,
  lookOf: (rule: AlarmRuleId, condition: AlarmLook['condition'], publication: PublicationFact) => AlarmLook,
): AlarmLook[] {
  const { id, name, status, lacks, words } = publication;
  const rule = isRecording(id) ? 'recording-stopped' : 'destination-failing';
  const bad = {
    status: 'bad',
    statement: {
      ...statementOf(publicationFinding(publication)),
      remedy: words ? say(words.remedy, { name }) : undefined,
    },
  } as const;
  switch (status) {
    case 'live':
      return [
        lookOf(rule, GOOD, publication),
        lookOf('reserve-lost', lacks ? bad : GOOD, publication),
        ...deliveryCondition(publication).map((condition) => lookOf('not-delivered', condition, publication)),
      ];
    case 'failing':
    case 'stalled':
      return [lookOf(rule, bad, publication)];
    case 'off':
    case 'idle':
      return ([rule, 'reserve-lost', 'not-delivered'] as const).map((of) => lookOf(of, { status: 'off' }, publication));
    default:
      return [lookOf(rule, { status: 'unclear' }, publication)];
  }
}

/** Nothing for a publication that is not looked at. */
function deliveryCondition({ name, proof }: PublicationFact): AlarmLook['condition'][] {
  if (proof === undefined) return [];
  if (proof.status === 'unclear') return [{ status: 'unclear' }];
  if (proof.status !== 'unseen') return [GOOD];
  const sentences = [unseenSentence(proof, name)];
  return [{ status: 'bad', statement: { fault: 'destination', sentences, since: proof.since } }];
}

const statementOf = ({ fault, sentences, since }: AlarmStatement): AlarmStatement => ({
  ...{ fault, since },
  sentences: sentences.filter(({ text }) => text !== '').map(withoutSender),
});

/** Messages must not contain the address of a source. */
const withoutSender = (sentence: Sentence): Sentence => {
  const { sender, time } = sentence.values;
  return sender !== undefined && typeof time === 'object' && 'at' in time ? noData(null, time.at) : sentence;
};
