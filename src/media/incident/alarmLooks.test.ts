import { describe, expect, it } from 'vitest';
import { OTHER_VIEWS, VERDICT_ORDER, type Verdict } from '../verdict/verdict.ts';
import type { PublicationFact } from '../verdict/verdictTypes.ts';
import { type AlarmChannel, looksAtChannel } from './alarmLooks.ts';
import { ALARM_RULE_IDS, ALARM_RULES } from './alarmRules.ts';

const verdict = (kind: Verdict['kind'], severity: Verdict['severity']) => ({
  ...{ kind, severity, fault: 'source' as const, since: 5000 },
  sentences: [{ text: 'So it is.', values: {} }],
});

const publication = (id: string, more: Partial<PublicationFact> = {}): PublicationFact => ({
  ...{ id, name: `name of ${id}`, status: 'live', words: null, to: null, since: null },
  ...more,
});

const failing = (id: string) => publication(id, { status: 'failing' });

const channel = (more: Partial<AlarmChannel>): AlarmChannel => ({
  ...{
    id: 'c',
    name: 'Studio',
    verdict: verdict('live', 'live'),
    publications: [],
    hold: { status: 'none' },
    look: 'seen',
  },
  ...more,
});

const statesOf = (more: Partial<AlarmChannel>, now = 0) =>
  Object.fromEntries(
    looksAtChannel(channel(more), now).map(({ rule, publication: of, condition }) => [
      of === null ? rule : `${rule} ${of}`,
      condition.status,
    ]),
  );

const badIn = (more: Partial<AlarmChannel>) =>
  Object.entries(statesOf(more)).flatMap(([rule, status]) => (status === 'bad' ? [rule] : []));

describe('the alarm conditions of a channel', () => {
  it.each([
    ['live', 'live', [], 'good', []],
    ['live', 'live', ['e'], 'good', ['destination-failing e']],
    ['destination', 'error', ['e', 'f'], 'good', ['destination-failing e', 'destination-failing f']],
    ['slow', 'warning', ['e'], 'good', ['too-slow', 'destination-failing e']],
    ['stalled', 'error', ['e'], 'bad', ['channel-down']],
    ['away', 'warning', [], 'bad', ['channel-down']],
    ['silent', 'busy', ['e'], 'unclear', []],
    ['silent', 'warning', [], 'bad', ['channel-down']],
    ['off', 'calm', ['e'], 'off', []],
    ['stopping', 'busy', [], 'unclear', []],
    ['core-away', 'error', ['e'], 'unclear', []],
    ['covered', 'error', [], 'good', ['standby-image']],
    ['held', 'warning', ['b'], 'good', ['standby-image', 'destination-failing b']],
    ['covered', 'busy', [], 'unclear', []],
    ['cut', 'live', [], 'good', []],
    ['cut', 'warning', ['b'], 'good', ['destination-failing b']],
    ['agent-away', 'error', [], 'good', ['agent-away']],
  ] as const)('fit the verdict %s (%s) and the failing publications %j', (kind, severity, ids, down, bad) => {
    const more = { verdict: verdict(kind, severity), publications: ids.map(failing) };
    expect(statesOf(more)['channel-down']).toBe(down);
    expect(badIn(more)).toEqual(bad);
  });

  it('are unclear before the first response', () => {
    expect(statesOf({ verdict: null })).toEqual({ 'channel-down': 'unclear' });
  });

  it.each([
    // The first problem hides others, which have not ended.
    ['destination', 'error', { 'too-slow': 'good', 'agent-away': 'good', black: undefined, silent: undefined }],
    ['held', 'warning', { 'too-slow': undefined, black: undefined }],
    ['cut', 'live', { 'standby-image': 'good', 'too-slow': undefined }],
    ['slow', 'warning', { 'standby-image': 'good', 'too-slow': 'bad', black: undefined }],
    ['live', 'live', { 'standby-image': 'good', 'too-slow': 'good', black: 'good', frozen: 'good', silent: 'good' }],
  ] as const)('leave out problems that the verdict %s hides', (kind, severity, expected) => {
    const states = statesOf({ verdict: verdict(kind, severity) });
    for (const [rule, status] of Object.entries(expected)) expect([rule, states[rule]]).toEqual([rule, status]);
  });

  it.each([
    ['off', { black: 'off', frozen: 'off', silent: 'off', 'too-slow': 'good' }],
    ['unknown', { black: 'unclear', frozen: 'unclear', silent: 'unclear', 'too-slow': 'good' }],
    ['seen', { black: 'good', frozen: 'good', silent: 'good' }],
  ] as const)('say of the picture what looks say that are %s', (look, expected) =>
    expect(statesOf({ look })).toMatchObject(expected),
  );

  it('report missing audio that the core itself notices', () =>
    expect(statesOf({ look: 'off', verdict: verdict('no-audio', 'warning') })).toMatchObject({ silent: 'bad' }));

  it.each([
    ['no limit', null, 'good'],
    ['a limit in six minutes', 360_000, 'good'],
    ['a limit in five minutes', 300_000, 'bad'],
    ['a limit that is over', -1000, 'bad'],
    ['a limit of four minutes with three left', 180_000, 'good', -60_000],
    ['a limit of four minutes with half left', 120_000, 'bad', -120_000],
  ] as const)('fit a standby image with %s', (_, limitAt, status, since: number = -1_800_000) => {
    const hold = { status: 'slate', since, why: 'ended', limitAt } as const;
    expect(statesOf({ verdict: verdict('held', 'warning'), hold })['limit-near']).toBe(status);
  });

  it.each([
    ['live', {}, { 'destination-failing p': 'good', 'reserve-lost p': 'good' }],
    ['live', { lacks: { role: 'backup', id: 'q' } }, { 'destination-failing p': 'good', 'reserve-lost p': 'bad' }],
    ['failing', {}, { 'destination-failing p': 'bad' }],
    ['off', {}, { 'destination-failing p': 'off', 'reserve-lost p': 'off', 'not-delivered p': 'off' }],
    ['idle', {}, { 'destination-failing p': 'off', 'reserve-lost p': 'off', 'not-delivered p': 'off' }],
    [
      'live',
      { proof: { status: 'unseen', fault: 'black', since: 1 } },
      { 'destination-failing p': 'good', 'reserve-lost p': 'good', 'not-delivered p': 'bad' },
    ],
    [
      'live',
      { proof: { status: 'unclear', doubt: 'slow', since: 1 } },
      { 'destination-failing p': 'good', 'reserve-lost p': 'good', 'not-delivered p': 'unclear' },
    ],
    [
      'live',
      { proof: { status: 'late', delay: 40, at: 1, since: 1 } },
      { 'destination-failing p': 'good', 'reserve-lost p': 'good', 'not-delivered p': 'good' },
    ],
    ['starting', {}, { 'destination-failing p': 'unclear' }],
    ['kept', {}, { 'destination-failing p': 'unclear' }],
    ['waiting', {}, { 'destination-failing p': 'unclear' }],
    ['stalled', {}, { 'destination-failing p': 'bad' }],
    ['unknown', {}, { 'destination-failing p': 'unclear' }],
  ] as const)('fit a publication that is %s, %j', (status, more, expected) => {
    const states = Object.entries(statesOf({ publications: [publication('p', { status, ...more })] }));
    expect(Object.fromEntries(states.filter(([rule]) => rule.endsWith(' p')))).toEqual(expected);
  });

  it.each([
    ['live', 'good'],
    ['failing', 'bad'],
    ['off', 'off'],
    ['idle', 'off'],
    ['waiting', 'unclear'],
  ] as const)('fit a recording that is %s', (status, expected) => {
    const id = 'restreamer-ui:egress:recording:66666666-2222-4333-8444-555555555555';
    const states = statesOf({ publications: [publication(id, { status })] });
    expect([states[`recording-stopped ${id}`], states[`destination-failing ${id}`]]).toEqual([expected, undefined]);
  });

  it('do not contain the address of the source', () => {
    const sentences = [
      {
        text: 'No data from the source ({{sender}}) since {{time}}.',
        values: { sender: '203.0.113.7', time: { at: 5 } },
      },
    ];
    const [down] = looksAtChannel(channel({ verdict: { ...verdict('away', 'warning'), sentences } }), 0);
    expect(down?.condition).toMatchObject({
      statement: { sentences: [{ text: 'No data from the source since {{time}}.', values: { time: { at: 5 } } }] },
    });
  });

  it('contain the failing publication and the cause', () => {
    const words = {
      ...{
        title: '{{name}} was refused.',
        short: '',
        detail: '',
        remedy: 'Copy the key again.',
        field: null,
        also: null,
        lines: [],
      },
      ...({ party: 'target', severity: 'fatal' } as const),
    };
    const facts = [failing('e'), publication('f', { status: 'failing', words, since: 7 })];
    const conditions = looksAtChannel(channel({ publications: facts }), 0).flatMap(({ condition }) =>
      condition.status === 'bad' ? [condition.statement] : [],
    );
    expect(conditions).toEqual([
      {
        ...{ fault: 'nobody', since: null },
        sentences: [{ text: '{{name}} stopped with an error.', values: { name: 'name of e' } }],
      },
      {
        ...{ fault: 'destination', since: 7 },
        sentences: [{ text: '{{name}} was refused.', values: { name: 'name of f' } }],
        remedy: { text: 'Copy the key again.', values: { name: 'name of f' } },
      },
    ]);
  });
});

it('every verdict on a problem belongs to exactly one rule', () => {
  const things = VERDICT_ORDER.filter((kind) => OTHER_VIEWS[kind].alarm === 'thing');
  const ruled = ALARM_RULE_IDS.flatMap((rule) => ALARM_RULES[rule].kinds ?? []);
  expect(ruled.toSorted()).toEqual(things.toSorted());
});
