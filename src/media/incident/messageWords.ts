import { egressOf } from '../../api/processIds.ts';
import { msg } from '../../i18n/msg.ts';
import { maskText } from '../masking/mask.ts';
import { type SentenceLanguage, sentenceText } from '../verdict/sentenceText.ts';
import type { Fault, Sentence } from '../verdict/verdictTypes.ts';
import { alarmRemedy } from './alarmRemedy.ts';
import { ALARM_RULE_IDS, ALARM_RULES } from './alarmRules.ts';
import { boundedLine } from './boundedLine.ts';
import type { FiringIncident, ResolvedIncident } from './incidents.ts';
import type { AlarmMessage } from './messages.ts';

/** Plain text; each receiver escapes it for its markup. */
export interface MessageWords {
  title: string;
  text: string;
  /** Null if the address of the interface is unknown. */
  link: string | null;
}

const MOST_LINES = 10;

const PLACES: Readonly<Record<Exclude<Fault, 'nobody'>, string>> = {
  operator: msg('the settings'),
  source: msg('the source'),
  server: msg('the server'),
  core: msg('the core'),
  destination: msg('the platform'),
};

type ToldIncident = FiringIncident | ResolvedIncident;

export function messageWords(message: AlarmMessage, address: string | null, language: SentenceLanguage): MessageWords {
  const { translate } = language;
  if (message.kind === 'test')
    return {
      title: translate(msg('Test of the alarm')),
      text: translate(msg('This receiver gets the alarms.')),
      link: linkTo(address, ''),
    };
  const { kind, incidents } = message;
  const messageLanguage: MessageLanguage = { ...language, host: hostOf(address) };
  // Possible causes of other incidents come first.
  const inOrder = incidents.toSorted((a, b) => ALARM_RULE_IDS.indexOf(a.rule) - ALARM_RULE_IDS.indexOf(b.rule));
  const [first, ...others] = inOrder;
  const worst = first ? titleOf(first, messageLanguage) : '';
  const title =
    others.length === 0 ? worst : translate(msg('{{what}} (and {{n}} more)'), { what: worst, n: others.length });
  return {
    title: kind === 'fired' ? title : translate(msg('Resolved: {{what}}'), { what: title }),
    text: (others.length === 0 && first ? linesOf(first, language) : listOf(inOrder, messageLanguage)).join('\n'),
    link: linkTo(address, placeOf(incidents)),
  };
}

/** `host`: of the interface; '' if unknown. */
interface MessageLanguage extends SentenceLanguage {
  host: string;
}

const hostOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).hostname : '';

function titleOf({ rule, names, channel }: ToldIncident, { translate, host }: MessageLanguage): string {
  const named = (channel === null ? [host] : [names.channel, names.publication])
    .map(plainText)
    .filter((name) => name !== '');
  return [named.join(' · '), translate(ALARM_RULES[rule].label)].filter((part) => part !== '').join(': ');
}

function linesOf(incident: ToldIncident, language: SentenceLanguage): string[] {
  const { translate, clock, span } = language;
  const { sentences, fault, since } = incident.statement;
  const inWords = (all: readonly Sentence[]) =>
    all.map((sentence) => sentenceText(plainSentence(sentence), language)).join(' ');
  const details = [inWords(sentences)].filter((words) => words !== '');
  if (incident.status === 'firing') {
    const remedy = alarmRemedy(incident.rule, incident.statement);
    const place =
      fault === 'nobody' ? [] : [translate(msg('Where to look: {{place}}'), { place: translate(PLACES[fault]) })];
    return [
      ...details,
      ...(remedy ? [inWords([remedy])] : []),
      ...place,
      translate(msg('Since: {{time}}'), { time: clock(since ?? incident.begun.wall) }),
    ];
  }
  const { begun: start, ended, lasted, end } = incident;
  const values = { from: clock(start.wall), to: clock(ended.wall), span: span(lasted) };
  return [
    ...WHY_ENDED[end].map((text) => translate(text)),
    translate(msg('From {{from}} to {{to}} ({{span}})'), values),
    ...details.map((text) => translate(msg('Before the end: {{text}}'), { text })),
  ];
}

const WHY_ENDED: Readonly<Record<ResolvedIncident['end'], readonly string[]>> = {
  good: [],
  off: [msg('It was stopped, switched off or deleted.')],
  'rule-off': [msg('This alarm was switched off.')],
};

function listOf(incidents: readonly ToldIncident[], language: MessageLanguage): string[] {
  const more = incidents.length - MOST_LINES;
  return [
    ...incidents.slice(0, MOST_LINES).map((incident) => titleOf(incident, language)),
    ...(more > 0 ? [language.translate(msg('Further ones: {{n}}'), { n: more })] : []),
  ];
}

const plainText = (text: string): string => boundedLine(maskText(boundedLine(text)));

/** Names and responses of servers are foreign texts. */
const plainSentence = ({ text, values }: Sentence): Sentence => ({
  text,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? plainText(value) : value]),
  ),
});

function placeOf(incidents: readonly ToldIncident[]): string {
  const [channel, ...otherChannels] = new Set(incidents.map((incident) => incident.channel));
  if (channel == null || otherChannels.length > 0) return '';
  const [publication, ...others] = new Set(incidents.map((incident) => incident.publication));
  const egress = others.length === 0 && publication != null ? egressOf(publication) : null;
  return egress === null ? channel : `${channel}/publication/${egress.service}/${egress.uuid}`;
}

const linkTo = (address: string | null, place: string): string | null =>
  address === null ? null : `${address.split('#')[0]}#/${place.split('/').map(encodeURIComponent).join('/')}`;
