import { msg } from '../../../i18n/msg.ts';
import type { Act, Episode, HealingStep, OperatorAction, Status } from '../../../media/timeline/event.ts';
import type { TimelineEpisode } from '../../../media/timeline/groupEpisodes.ts';

type Translate = (text: string, values?: Record<string, string | number>) => string;

export interface LineWords {
  t: Translate;
  clock: (seconds: number) => string;
  span: (seconds: number) => string;
  nameOf: (id: string) => string;
  titleOf: (cause: string, subject: string) => string;
  /** Subjects that are live now, whose ongoing failures are not shown as such. `source`: only the source is. */
  well: 'all' | 'source' | 'nothing';
}

const SOURCE: Readonly<Record<Status, string>> = {
  live: msg('Source live'),
  waiting: msg('Waiting for the source'),
  held: msg('Standby image or backup live'),
  failing: msg('The stream stopped with an error'),
  stalled: msg('No data from the source'),
  unseen: msg('Not seen by viewers'),
  slow: msg('The source is too slow'),
  overloaded: msg('The server encodes too slowly'),
  behind: msg('The stream falls behind'),
  'few-frames': msg('The source sends only few frames'),
  fast: msg('The source is faster than real time'),
  black: msg('The video is black'),
  frozen: msg('The video is frozen'),
  quiet: msg('No audio'),
  away: msg('No data from the source'),
  broken: msg('The stream stopped with an error'),
  gone: msg('The core did not respond'),
  off: msg('Stream stopped'),
};

const PUBLICATION: Readonly<Partial<Record<Status, string>>> = {
  live: msg('{{name}} live'),
  waiting: msg('{{name}} waiting for the source'),
  failing: msg('{{name}} failing'),
  stalled: msg('{{name}} sends nothing'),
  unseen: msg('{{name}} not seen by viewers'),
  slow: msg('{{name}} too slow'),
  off: msg('{{name}} stopped'),
};

type Deeds = Readonly<Record<Act, string>>;
const STREAM_DEEDS: Deeds = {
  start: msg('Stream started'),
  stop: msg('Stream stopped'),
  reconnect: msg('Stream reconnected'),
  create: msg('Channel created'),
  save: msg('Channel saved'),
  delete: msg('Channel deleted'),
  'start-all': msg('All publications started'),
  'stop-all': msg('All publications stopped'),
};
const PUBLICATION_DEEDS: Deeds = {
  ...STREAM_DEEDS,
  start: msg('{{name}} started'),
  stop: msg('{{name}} stopped'),
  reconnect: msg('{{name}} reconnected'),
  save: msg('{{name}} saved'),
  delete: msg('{{name}} deleted'),
};

const HEALINGS: Readonly<Record<HealingStep['step'], string>> = {
  stalled: msg('{{name}} restarted by the agent: the platform took nothing for {{n}} s'),
  gap: msg('{{name}} restarted by the agent: the source had paused for {{n}} s'),
  planned: msg('{{name}} restarted by the agent: it had run for {{n}} h'),
  unseen: msg('{{name}} restarted by the agent: viewers had not seen it for {{n}} min'),
  'give-up': msg('{{name}} is not restarted any more for now: {{n}} restarts in an hour'),
};

const isOwn = (of: string) => ['source', 'core', 'channel'].includes(of);

const stateText = ({ of, status }: Episode) => (isOwn(of) ? SOURCE[status] : (PUBLICATION[status] ?? SOURCE[status]));
const deedText = ({ of, act }: OperatorAction) => (isOwn(of) ? STREAM_DEEDS : PUBLICATION_DEEDS)[act];

function headline({ event }: TimelineEpisode, { t, nameOf }: LineWords): string {
  switch (event.kind) {
    case 'state':
      return t(stateText(event), { name: nameOf(event.of) });
    case 'deed':
      return t(deedText(event), { name: nameOf(event.of) });
    case 'healing':
      return t(HEALINGS[event.step], { name: nameOf(event.of), n: event.n });
    case 'peak':
      return t('Viewer peak: {{n}}', { n: event.n });
    case 'changed':
      return t('The source changed from {{before}} to {{now}}', { before: event.before, now: event.now });
  }
}

function extent({ event, until, seconds, end, times }: TimelineEpisode, telling: LineWords): string[] {
  const { t, clock, span, well } = telling;
  if (until === null) return [];
  const isTrouble = event.kind === 'state' && event.status !== 'live' && event.status !== 'off';
  const isOver = isTrouble && (well === 'all' || (well === 'source' && event.of === 'source'));
  if (end === 'open' && !isOver) return [t('goes on')];
  const to = clock(until / 1000);
  const last = end !== 'known' ? t('last seen {{time}}', { time: to }) : t('until {{time}}', { time: to });
  const repeats = times > 1 ? [t('{{n}} times', { n: times })] : [];
  return [...repeats, span(seconds), last];
}

export interface LineText {
  time: string;
  what: string;
  more: string;
}

const inLine = (title: string) => title.replace(/\.$/, '');

/** "23:47:38", "Venue B refused the stream key", "1 min 8 s · until 23:48:46" */
export function lineText(line: TimelineEpisode, telling: LineWords): LineText {
  const { t, nameOf, titleOf, clock } = telling;
  const { event, waited, told } = line;
  const reason = event.kind === 'state' && event.cause !== null ? titleOf(event.cause, event.of) : '';
  const why = event.kind === 'state' && reason !== '' ? inLine(t(reason, { name: nameOf(event.of) })) : '';
  // The reason alone is enough unless it leaves the publication open.
  const isWhole = why !== '' && event.kind === 'state' && (isOwn(event.of) || reason.includes('{{name}}'));
  const note = [
    ...(waited === 0
      ? []
      : [t('{{count}} publications waited.', { count: waited, defaultValue_one: '{{count}} publication waited.' })]),
    ...(event.kind === 'deed' && event.by === 'elsewhere' ? [t('Not in this interface.')] : []),
    ...(told === 'core' ? [t('Told by the core; this page was not open.')] : []),
  ].join(' ');
  return {
    time: clock(line.at / 1000),
    what: isWhole ? why : headline(line, telling),
    more: [why !== '' && !isWhole ? why : '', ...extent(line, telling), note].filter((part) => part !== '').join(' · '),
  };
}
