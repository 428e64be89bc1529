import { describe, expect, it } from 'vitest';
import type { AlarmRuleId } from './alarmRules.ts';
import type { FiringIncident, Incident, ResolvedIncident } from './incidents.ts';
import { type AlarmMessage, type MessageBook, messagesAfter, parseMessageBook, testMessage } from './messages.ts';
import { type ReceiverChoice, type Silence, USUAL_CHOICE } from './usualChoice.ts';

/** 2026-07-01, 12:00 in Berlin. */
const NOON = Date.UTC(2026, 6, 1, 10);

const moment = (seconds: number) => ({ seconds, wall: NOON + seconds * 1000 });

const open = (id: string, at: number, rule: AlarmRuleId = 'channel-down', channel = 'c') => ({
  ...{ id, rule, channel, publication: rule === 'destination-failing' ? `p of ${channel}` : null },
  names: { channel: 'Studio', publication: '' },
  statement: { fault: 'source' as const, since: null, sentences: [] },
  ...{ begun: moment(at - 30), since: moment(at - 30), isBad: true, lookedAt: at, badFor: 30, goodFor: 0 },
});

const firing = (id: string, at: number, rule?: AlarmRuleId, channel?: string): FiringIncident => ({
  ...{ ...open(id, at, rule, channel), status: 'firing', fired: moment(at), restFor: 20 },
});

const resolved = (id: string, at: number, ended: number): ResolvedIncident => ({
  ...{ ...firing(id, at), status: 'resolved', ended: moment(ended), end: 'good', lasted: ended - at },
});

interface Step {
  at: number;
  incidents: readonly Incident[];
  undelivered?: readonly string[];
}

const brief = (message: AlarmMessage) =>
  `${message.receiver}: ${message.kind} ${message.kind === 'test' ? '' : message.incidents.map(({ id }) => id).join(' ')}`;

function play(
  steps: readonly Step[],
  {
    receivers = ['r'],
    choices = {},
    silences = [],
  }: {
    receivers?: readonly string[];
    choices?: Readonly<Record<string, ReceiverChoice>>;
    silences?: readonly Silence[];
  } = {},
) {
  let book: MessageBook = { version: 1, receivers: {} };
  return steps.map(({ at, incidents, undelivered = [] }) => {
    const after = messagesAfter(book, incidents, {
      ...{ settings: { silences, receivers: choices }, receivers, undelivered: new Set(undelivered), now: moment(at) },
    });
    const read = parseMessageBook(JSON.parse(JSON.stringify(after.book)));
    if (read === 'newer') throw new Error('newer');
    book = read;
    return { due: after.due.map(brief), ids: after.due.map(({ id }) => id), withdrawn: after.withdrawn };
  });
}

const dueOf = (...args: Parameters<typeof play>) => play(...args).map(({ due }) => due);

const choice = (more: Partial<ReceiverChoice>): ReceiverChoice => ({ ...USUAL_CHOICE, ...more });
const night = (from: string, to: string, exceptCritical = false) =>
  choice({ quiet: { from, to, zone: 'Europe/Berlin', exceptCritical } });

const A = firing('a', 100);
const ended = resolved('a', 100, 200);
const pending: Incident = { ...open('a', 100), status: 'pending' };

describe('messages', () => {
  it('report an incident once, five seconds after it fired, and its end', () => {
    expect(
      dueOf([
        { at: 90, incidents: [pending] },
        { at: 100, incidents: [A] },
        { at: 104, incidents: [A] },
        { at: 105, incidents: [A] },
        { at: 106, incidents: [A] },
        { at: 200, incidents: [ended] },
        { at: 205, incidents: [ended] },
        { at: 206, incidents: [ended] },
        { at: 300, incidents: [] },
      ]),
    ).toEqual([[], [], [], ['r: fired a'], [], [], ['r: resolved a'], [], []]);
  });

  it('combine incidents that fire within five seconds', () => {
    const all = [A, firing('b', 102, 'channel-down', 'd'), firing('c', 104, 'core-away')];
    expect(
      dueOf([
        { at: 105, incidents: all },
        { at: 110, incidents: all },
      ]),
    ).toEqual([['r: fired a b c'], []]);
  });

  it('go to every receiver with an id of their own', () => {
    const [step] = play([{ at: 105, incidents: [A] }], { receivers: ['r', 's'] });
    expect(step).toMatchObject({ due: ['r: fired a', 's: fired a'], ids: ['fired_a_r', 'fired_a_s'] });
  });

  it('keep their id when they are created again after a crash of the agent', () => {
    const ids = () =>
      play([
        { at: 105, incidents: [A] },
        { at: 205, incidents: [ended] },
      ]).flatMap((step) => step.ids);
    expect(ids()).toEqual(ids());
    expect(ids()).toEqual(['fired_a_r', 'resolved_a_r']);
  });

  it('report firing incidents to a new receiver, but not resolved ones', () => {
    expect(dueOf([{ at: 205, incidents: [firing('b', 150), ended] }])).toEqual([['r: fired b']]);
  });

  it.each([
    ['all that is on', {}, ['r: fired a b']],
    ['some rules', { rules: ['core-away', 'destination-failing'] }, ['r: fired b']],
    ['no rule', { rules: [] }, []],
    ['nothing', { on: false }, []],
  ] as const)('contain the right incidents for a receiver that wants %s', (_, more, due) => {
    const incidents = [A, firing('b', 100, 'destination-failing', 'd')];
    expect(dueOf([{ at: 105, incidents }], { choices: { r: choice(more) } })).toEqual([due]);
  });

  it('leave out the end for a receiver that does not want it', () => {
    const steps = [
      { at: 105, incidents: [A] },
      { at: 300, incidents: [ended] },
    ];
    expect(dueOf(steps, { choices: { r: choice({ resolved: false }) } })).toEqual([['r: fired a'], []]);
  });

  it('of a test are sent at once', () => {
    expect(testMessage('r', '7')).toEqual({ id: 'test_7_r', receiver: 'r', kind: 'test' });
  });
});

describe('an incident that resolves before its message is delivered', () => {
  it('replaces the first message by one with start and end', () => {
    const steps = play([
      { at: 105, incidents: [A] },
      { at: 205, incidents: [ended], undelivered: ['fired_a_r'] },
    ]);
    expect(steps[1]).toEqual({ due: ['r: resolved a'], ids: ['resolved_a_r'], withdrawn: ['fired_a_r'] });
  });

  it('keeps the first message if other incidents in it continue', () => {
    const b = firing('b', 101);
    const steps = play([
      { at: 105, incidents: [A, b] },
      { at: 205, incidents: [ended, b], undelivered: ['fired_a_r'] },
    ]);
    expect(steps[1]).toEqual({ due: ['r: resolved a'], ids: ['resolved_a_r'], withdrawn: [] });
  });

  it('replaces the message of a group that has resolved completely', () => {
    const steps = play([
      { at: 105, incidents: [A, firing('b', 101)] },
      { at: 205, incidents: [ended, resolved('b', 101, 203)], undelivered: ['fired_a_r'] },
    ]);
    expect(steps[1]).toEqual({ due: ['r: resolved a b'], ids: ['resolved_a_r'], withdrawn: ['fired_a_r'] });
  });

  it('keeps the first message for a receiver that wants no end', () => {
    const choices = { r: choice({ resolved: false }) };
    const steps = play(
      [
        { at: 105, incidents: [A] },
        { at: 205, incidents: [ended], undelivered: ['fired_a_r'] },
      ],
      { choices },
    );
    expect(steps[1]).toEqual({ due: [], ids: [], withdrawn: [] });
  });
});

describe('a silence', () => {
  const until = NOON + 1000 * 1000;
  const everything = { channel: null, publication: null, until };

  it.each([
    ['of everything', everything, []],
    ['of the channel', { ...everything, channel: 'c' }, ['r: fired d']],
    ['of another channel', { ...everything, channel: 'x' }, ['r: fired a b d']],
    ['of the publication', { ...everything, channel: 'c', publication: 'p of c' }, ['r: fired a d']],
    ['that is over', { ...everything, until: NOON + 100_000 }, ['r: fired a b d']],
    // A malformed value would be silent forever.
    ['of a hundred years', { ...everything, until: NOON + 100 * 365 * 24 * 3600 * 1000 }, ['r: fired a b d']],
  ])('suppresses the right messages: one %s', (_, silence, due) => {
    const incidents = [A, firing('b', 100, 'destination-failing'), firing('d', 100, 'channel-down', 'd')];
    expect(dueOf([{ at: 105, incidents }], { silences: [silence] })).toEqual([due]);
  });

  it.each([
    ['includes what still fires', A, ['r: fired a']],
    ['omits what has ended', ended, []],
  ])('reports at its end only what still fires: it %s', (_, later, due) => {
    const steps = [
      { at: 105, incidents: [A] },
      { at: 1001, incidents: [later] },
    ];
    expect(dueOf(steps, { silences: [everything] })).toEqual([[], due]);
  });

  it('delays the end of a reported incident until the silence is over', () => {
    const silences = [{ ...everything, until: NOON + 500_000 }];
    const steps = [
      { at: -395, incidents: [firing('a', -400)] },
      { at: 205, incidents: [ended] },
      { at: 501, incidents: [ended] },
    ];
    expect(dueOf(steps.slice(0, 1))).toEqual([['r: fired a']]);
    const book = { version: 1 as const, receivers: { r: { a: { fired: 'fired_a_r', resolved: null } } } };
    const due = [205, 501].map(
      (at) =>
        messagesAfter(book, [ended], {
          ...{
            settings: { silences, receivers: {} },
            receivers: ['r'],
            undelivered: new Set<string>(),
            now: moment(at),
          },
        }).due.length,
    );
    expect(due).toEqual([0, 1]);
  });
});

describe('quiet hours', () => {
  it.each([
    ['cover it', night('11:00', '13:00'), []],
    ['cover it across midnight', night('11:00', '09:00'), []],
    ['are over', night('22:00', '07:00'), ['r: fired a']],
    ['let critical incidents through', night('11:00', '13:00', true), ['r: fired a']],
  ])('apply to messages if they %s', (_, quiet, due) => {
    expect(dueOf([{ at: 105, incidents: [A] }], { choices: { r: quiet } })).toEqual([due]);
  });

  it('suppress warnings', () => {
    const incidents = [firing('a', 100, 'too-slow')];
    expect(dueOf([{ at: 105, incidents }], { choices: { r: night('11:00', '13:00', true) } })).toEqual([[]]);
  });

  it('apply to one receiver only', () => {
    const options = { receivers: ['r', 's'], choices: { r: night('11:00', '13:00') } };
    expect(dueOf([{ at: 105, incidents: [A] }], options)).toEqual([['s: fired a']]);
  });

  it('report at their end what still fires', () => {
    const steps = [
      { at: 105, incidents: [A] },
      { at: 3599, incidents: [A] },
      { at: 3600, incidents: [A] },
    ];
    expect(dueOf(steps, { choices: { r: night('11:00', '13:00') } })).toEqual([[], [], ['r: fired a']]);
  });
});

it.each([null, {}, { version: 1 }, { version: 1, receivers: { r: { a: 1 } } }])(
  'a message book like %j counts as empty',
  (stored) => {
    expect(parseMessageBook(stored)).toEqual({ version: 1, receivers: {} });
  },
);

it('a message book of a newer version is reported as newer', () => {
  expect(parseMessageBook({ version: 2 })).toBe('newer');
});
