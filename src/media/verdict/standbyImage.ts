import { msg } from '../../i18n/msg.ts';
import { isProtected, type ShownHold } from '../hold/holdOf.ts';
import type { HoldObstacle } from '../hold/holdStatus.ts';
import { type FindingAbout, type Sentence, type Situation, say, type Table } from './verdictTypes.ts';

export const isCovered = ({ hold, publications }: Pick<Situation, 'hold' | 'publications'>): boolean =>
  hold !== undefined &&
  isProtected(hold) &&
  publications.some(({ readsHold, status }) => readsHold === true && status === 'live');

type HeldAir = Extract<ShownHold, { status: 'slate' | 'backup' }>;

const isHeld = (hold: ShownHold | undefined): hold is HeldAir => hold?.status === 'slate' || hold?.status === 'backup';

const IN_A_MOMENT = say(msg('They see the source again in a moment.'));

/** The source sends, but shows what its operator counts as a failure. */
const blankWordsOf = (hold: HeldAir): Sentence =>
  hold.status === 'backup'
    ? say(msg('The video of the source is still or black. Your platforms see backup source {{n}}, since {{time}}.'), {
        ...{ n: hold.n, time: { at: hold.since } },
      })
    : say(msg('The video of the source is still or black. Your platforms see the standby image, since {{time}}.'), {
        time: { at: hold.since },
      });

function backupWordsOf(away: FindingAbout | null, values: { time: { at: number }; n: number }): Sentence[] {
  if (away === null)
    return [
      say(msg('The source is back. Your platforms have seen backup source {{n}} since {{time}}.'), values),
      IN_A_MOMENT,
    ];
  if (away.severity === 'busy')
    return [say(msg('Your platforms see backup source {{n}}, since {{time}}.'), values), ...away.sentences];
  const first = say(msg('The source is away. Your platforms see backup source {{n}}, since {{time}}.'), values);
  return away.severity === 'error' ? [first, ...away.sentences] : [first];
}

function wordsOf(hold: HeldAir, away: FindingAbout | null): Sentence[] {
  if (hold.why === 'blank' && away === null) return [blankWordsOf(hold)];
  const values = { time: { at: hold.since } };
  if (hold.status === 'backup') return backupWordsOf(away, { ...values, n: hold.n });
  if (away === null)
    return [
      say(msg('The source is back. Your platforms have seen the standby image since {{time}}.'), values),
      IN_A_MOMENT,
    ];
  if (away.severity === 'busy')
    return [say(msg('Your platforms see the standby image, since {{time}}.'), values), ...away.sentences];
  const first = say(msg('The source is away. Your platforms see the standby image, since {{time}}.'), values);
  return away.severity === 'error' ? [first, ...away.sentences] : [first];
}

export const STANDBY_IMAGE = {
  held: ({ hold, away, covered }) => {
    if (!isHeld(hold) || !covered || (hold.why === 'order' && away === null)) return null;
    return {
      severity: 'warning',
      fault: away === null || away.fault === 'nobody' ? 'source' : away.fault,
      since: hold.since,
      sentences: wordsOf(hold, away),
      remedies: away?.remedies ?? [],
    };
  },
  cut: ({ hold, covered }) =>
    !isHeld(hold) || !covered
      ? null
      : {
          severity: 'live',
          fault: 'operator',
          since: hold.since,
          sentences: [
            hold.status === 'backup'
              ? say(msg('Your platforms see backup source {{n}}, since {{time}}: it was switched by hand.'), {
                  ...{ n: hold.n, time: { at: hold.since } },
                })
              : say(msg('Your platforms see the standby image, since {{time}}: it was switched by hand.'), {
                  time: { at: hold.since },
                }),
          ],
          remedies: [],
        },
  // The image is not on the air yet, or the source is back but does not count as live yet.
  covered: ({ away, covered }) =>
    away === null || !covered
      ? null
      : {
          ...away,
          sentences: [
            ...away.sentences,
            away.severity === 'busy'
              ? say(msg('Your platforms stay live.'))
              : say(msg('Your platforms see the standby image in a moment.')),
          ],
        },
} as const satisfies Table;

const NO_LIST: Partial<Readonly<Record<HoldObstacle | 'drawing', string>>> = {
  'short-list': msg(
    'The playlist of the channel has fewer than five segments. In the channel settings, set its size to 6.',
  ),
  newer: msg('A newer version has stored the settings. Update the interface to change them.'),
};

export const AGENT_AWAY = {
  'agent-away': ({ hold, publications }) => {
    const reason = hold?.status === 'cannot' ? NO_LIST[hold.obstacle] : undefined;
    if (hold?.status !== 'gone' && reason === undefined) return null;
    const waiting = publications.filter(
      ({ readsHold, status }) => readsHold === true && status !== 'off' && status !== 'idle',
    );
    const [first] = waiting;
    if (!first) return null;
    return {
      severity: 'error',
      fault: 'server',
      ids: waiting.map(({ id }) => id),
      sentences: [
        reason !== undefined
          ? say(reason)
          : waiting.length === 1
            ? say(msg('{{name}} waits for the agent, which does not respond.'), { name: first.name })
            : say(msg('{{n}} publications wait for the agent, which does not respond.'), { n: waiting.length }),
      ],
      remedies: [{ act: 'release' }],
    };
  },
} as const satisfies Table;
