import { describe, expect, it } from 'vitest';
import type { AlarmLook } from './alarmLooks.ts';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from './alarmRules.ts';
import { type AlarmSettings, USUAL_ALARMS } from './alarmSettings.ts';
import { type Incidents, incidentsAfter, NO_INCIDENTS, resumeIncidents } from './incidents.ts';

type Status = AlarmLook['condition']['status'];

const statement = (text: string) => ({ fault: 'source', since: null, sentences: [{ text, values: {} }] }) as const;

const createLook = (
  rule: AlarmRuleId,
  status: Status,
  channel: string | null,
  publication: string | null = null,
): AlarmLook => ({
  ...{ rule, channel, publication, names: { channel: channel ?? '', publication: publication ?? '' } },
  condition: status === 'bad' ? { status, statement: statement(`${rule} so`) } : { status },
});

const ALL_ON = Object.fromEntries(ALARM_RULE_IDS.map((id) => [id, { on: true, seconds: ALARM_RULES[id].seconds }]));
const everyRule = (): AlarmSettings['rules'] => ({ ...USUAL_ALARMS.rules, ...ALL_ON });

/** Polls every second, and returns what fired and resolved at which second. */
function play(
  spans: readonly (readonly [seconds: number, looks: readonly AlarmLook[], revision?: string])[],
  { rules = everyRule(), every = 1 }: { rules?: AlarmSettings['rules']; every?: number } = {},
) {
  let incidents: Incidents = NO_INCIDENTS;
  let second = 0;
  const log: string[] = [];
  for (const [seconds, looks, revision = '0'] of spans)
    for (let passed = 0; passed < seconds; passed += every) {
      const now = { seconds: second, wall: 1e12 + second * 1000 };
      const after = incidentsAfter(incidents, looks, { rules, revisions: { c: revision, p: revision }, now });
      incidents = after.incidents;
      for (const { rule, channel, publication, status } of after.changes)
        log.push(`${second} ${rule} ${publication ?? channel ?? 'core'} ${status}`);
      second += every;
    }
  return { log, incidents };
}

const core = (status: Status) => createLook('core-away', status, null);
const channel = (status: Status) => [core('good'), createLook('channel-down', status, 'c')];
const live = channel('good');
const down = channel('bad');
const unclear = channel('unclear');
const off = channel('off');
const sending = (status: Status) => [...live, createLook('destination-failing', status, 'c', 'p')];

const times = <T>(n: number, all: readonly T[]): T[] => Array.from({ length: n }, () => all).flat();

describe('a channel', () => {
  it.each([
    [
      'is down for 29 seconds',
      [
        [60, live],
        [29, down],
        [60, live],
      ],
      [],
    ],
    [
      'goes down',
      [
        [60, live],
        [40, down],
      ],
      ['90 channel-down c firing'],
    ],
    [
      'goes down and returns',
      [
        [60, live],
        [40, down],
        [30, live],
      ],
      ['90 channel-down c firing', '120 channel-down c resolved'],
    ],
    [
      'was never live',
      [
        [60, unclear],
        [600, down],
      ],
      [],
    ],
    ['is down from the first look on', [[600, down]], []],
    [
      'is started and does not get live',
      [
        [60, live],
        [10, off],
        [10, unclear],
        [600, down],
      ],
      [],
    ],
    [
      'is stopped while it goes down',
      [
        [60, live],
        [20, down],
        [5, off],
        [600, down],
      ],
      [],
    ],
    [
      'is stopped while it is down',
      [
        [60, live],
        [40, down],
        [5, off],
      ],
      ['90 channel-down c firing', '100 channel-down c resolved'],
    ],
    [
      'tries again and again',
      [
        [60, live],
        ...times(10, [
          [10, down],
          [3, unclear],
        ] as const),
      ],
      ['90 channel-down c firing'],
    ],
    // Time without a look does not count.
    [
      'is not observed for minutes',
      [
        [60, live],
        [29, down],
        [600, unclear],
        [1, down],
        [60, live],
      ],
      [],
    ],
    [
      'is not observed for minutes, and is still down',
      [
        [60, live],
        [29, down],
        [600, unclear],
        [3, down],
      ],
      ['691 channel-down c firing'],
    ],
    [
      'stays firing while its state is unknown',
      [
        [60, live],
        [40, down],
        [600, unclear],
        [10, down],
      ],
      ['90 channel-down c firing'],
    ],
    [
      'is deleted while it is down',
      [
        [60, live],
        [40, down],
        [5, [core('good')]],
      ],
      ['90 channel-down c firing', '100 channel-down c resolved'],
    ],
    [
      'is edited, and its encoder needs minutes',
      [
        [60, live],
        [1, live, '1'],
        [5, unclear, '1'],
        [600, down, '1'],
      ],
      [],
    ],
    [
      'is edited at the moment it goes down',
      [
        [60, live],
        [20, down],
        [600, down, '1'],
      ],
      [],
    ],
    [
      'is edited while it is down, and fixed',
      [
        [60, live],
        [40, down],
        [10, down, '1'],
        [30, live, '1'],
      ],
      ['90 channel-down c firing', '130 channel-down c resolved'],
    ],
    [
      'goes down long after an edit',
      [
        [60, live],
        [60, live, '1'],
        [40, down, '1'],
      ],
      ['150 channel-down c firing'],
    ],
  ] as const)('has the right incidents if it %s', (_, spans, expected) => expect(play(spans).log).toEqual(expected));

  it('that goes up and down half of the time is reported', () => {
    const flapping = times(60, [
      [5, down],
      [5, live],
    ] as const);
    expect(play([[60, live], ...flapping, [60, live]]).log).toEqual([
      '120 channel-down c firing',
      '675 channel-down c resolved',
    ]);
  });

  it.each([1, 3, 5, 10, 20, 31, 40, 60, 120, 240])(
    'that is down and up for %i s each causes three messages in ten minutes at most',
    (seconds) => {
      const flapping = times(Math.ceil(3600 / seconds), [
        [seconds, down],
        [seconds, live],
      ] as const);
      const at = play([[60, live], ...flapping, [1000, live]]).log.map((line) => Number.parseInt(line, 10));
      for (const first of at)
        expect(at.filter((time) => time >= first && time < first + 600).length).toBeLessThanOrEqual(3);
      expect(play([[60, live], ...flapping, [1000, live]]).log.at(-1) ?? 'resolved').toContain('resolved');
    },
  );

  it('is reported again after an hour, and its end without delay', () => {
    const { log } = play([
      [60, live],
      [40, down],
      [3700, live],
      [40, down],
      [30, live],
    ]);
    expect(log).toEqual([
      ...['90 channel-down c firing', '120 channel-down c resolved'],
      ...['3830 channel-down c firing', '3860 channel-down c resolved'],
    ]);
  });

  it('reports the times and the duration of a failure', () => {
    const { incidents } = play([
      [60, live],
      [40, down],
      [30, live],
    ]);
    expect(incidents.incidents).toMatchObject([
      { status: 'resolved', begun: { wall: 1e12 + 60_000 }, ended: { wall: 1e12 + 100_000 }, lasted: 40, end: 'good' },
    ]);
  });
});

describe('a publication', () => {
  it.each([
    [
      'fails',
      [
        [60, sending('good')],
        [70, sending('bad')],
      ],
      ['120 destination-failing p firing'],
    ],
    [
      'never sent',
      [
        [60, sending('unclear')],
        [600, sending('bad')],
      ],
      [],
    ],
    [
      'is switched off and on with a wrong key',
      [
        [60, sending('good')],
        [5, sending('off')],
        [600, sending('bad')],
      ],
      [],
    ],
    [
      'is edited and fails',
      [
        [60, sending('good')],
        [600, sending('bad'), '1'],
      ],
      [],
    ],
    [
      'is deleted while it fails',
      [
        [60, sending('good')],
        [70, sending('bad')],
        [1, live],
      ],
      ['120 destination-failing p firing', '130 destination-failing p resolved'],
    ],
    [
      'fails, and its channel is stopped',
      [
        [60, sending('good')],
        [70, sending('bad')],
        [1, off],
      ],
      ['120 destination-failing p firing', '130 destination-failing p resolved'],
    ],
    [
      'fails while its channel is down',
      [
        [60, sending('good')],
        [600, [...down, createLook('destination-failing', 'bad', 'c', 'p')]],
      ],
      ['90 channel-down c firing'],
    ],
    [
      'fails, and is hidden by its channel for a while',
      [
        [60, sending('good')],
        [40, sending('bad')],
        [25, down],
        [20, sending('bad')],
        [60, sending('good')],
      ],
      [],
    ],
    [
      'stays firing while its channel is down',
      [
        [60, sending('good')],
        [70, sending('bad')],
        [70, down],
        [5, sending('bad')],
      ],
      ['120 destination-failing p firing', '160 channel-down c firing'],
    ],
  ] as const)('has the right incidents if it %s', (_, spans, expected) => expect(play(spans).log).toEqual(expected));
});

describe('the core', () => {
  const twenty = (status: Status) => Array.from({ length: 20 }, (_, n) => createLook('channel-down', status, `c${n}`));

  it.each([
    [
      'is unreachable for 14 seconds',
      [
        [60, [core('good')]],
        [14, [core('bad')]],
        [60, [core('good')]],
      ],
      [],
    ],
    [
      'takes down twenty channels with it',
      [
        [60, [core('good'), ...twenty('good')]],
        [600, [core('bad'), ...twenty('bad')]],
      ],
      ['75 core-away core firing'],
    ],
    [
      'takes down twenty channels whose state is then unknown',
      [
        [60, [core('good'), ...twenty('good')]],
        [600, [core('bad'), ...twenty('unclear')]],
      ],
      ['75 core-away core firing'],
    ],
    [
      'takes down the list of channels',
      [
        [60, [core('good'), ...twenty('good')]],
        [600, [core('bad')]],
        [5, [core('good'), ...twenty('good')]],
      ],
      ['75 core-away core firing'],
    ],
    [
      'is slow to answer after twenty channels went down',
      [
        [60, [core('good'), ...twenty('good')]],
        [10, [core('good'), ...twenty('bad')]],
        [600, [core('unclear'), ...twenty('bad')]],
      ],
      [],
    ],
    ['was never there', [[600, [core('bad')]]], []],
    // A restarting core disconnects the streams first, and encoders need a moment to return.
    [
      'takes down a channel that soon returns',
      [
        [60, live],
        [8, down],
        [4, [core('unclear'), createLook('channel-down', 'bad', 'c')]],
        [24, [core('bad'), createLook('channel-down', 'unclear', 'c')]],
        [29, down],
        [60, live],
      ],
      ['87 core-away core firing', '116 core-away core resolved'],
    ],
    [
      'takes down a channel that does not return',
      [
        [60, live],
        [8, down],
        [10, [core('bad'), createLook('channel-down', 'unclear', 'c')]],
        [40, down],
      ],
      ['108 channel-down c firing'],
    ],
    [
      'is unreachable while a channel returns',
      [
        [60, live],
        [40, down],
        [5, live],
        [14, [core('bad'), createLook('channel-down', 'unclear', 'c')]],
        [30, live],
      ],
      ['90 channel-down c firing', '135 channel-down c resolved'],
    ],
    [
      'is slow for seconds while a channel goes down',
      [
        [60, live],
        [20, down],
        [25, [core('unclear'), createLook('channel-down', 'bad', 'c')]],
        [9, down],
        [60, live],
      ],
      [],
    ],
  ] as const)('has the right incidents if it %s', (_, spans, expected) => expect(play(spans).log).toEqual(expected));
});

describe('an alarm rule', () => {
  const rules = (change: Partial<AlarmSettings['rules']>) => ({ ...everyRule(), ...change });

  it.each(ALARM_RULE_IDS)('%s fires after its time', (id) => {
    const subject = (status: Status) =>
      id === 'core-away'
        ? [core(status)]
        : id === 'channel-down'
          ? channel(status)
          : [...live, createLook(id, status, 'c', id === 'destination-failing' ? 'p' : null)];
    const at = 60 + ALARM_RULES[id].seconds;
    expect(
      play([
        [60, subject('good')],
        [at, subject('bad')],
      ]).log,
    ).toEqual([`${at} ${id} ${id === 'core-away' ? 'core' : id === 'destination-failing' ? 'p' : 'c'} firing`]);
  });

  it.each([
    ['switched off', { on: false, seconds: 30 }, []],
    ['with its own duration', { on: true, seconds: 90 }, ['150 channel-down c firing']],
  ] as const)('applies its settings: %s', (_, rule, expected) => {
    expect(
      play(
        [
          [60, live],
          [100, down],
        ],
        { rules: rules({ 'channel-down': rule }) },
      ).log,
    ).toEqual(expected);
  });

  it('that is switched off while it fires resolves its incident', () => {
    const { incidents } = play([
      [60, live],
      [40, down],
    ]);
    const off = rules({ 'channel-down': { on: false, seconds: 30 } });
    const now = { seconds: 101, wall: 1e12 };
    const { changes } = incidentsAfter(incidents, down, { rules: off, revisions: {}, now });
    expect(changes).toMatchObject([{ status: 'resolved', end: 'rule-off' }]);
  });

  it('is on by default for a channel, a publication and the core', () => {
    const on = ALARM_RULE_IDS.filter((id) => USUAL_ALARMS.rules[id].on);
    expect(on).toEqual([
      ...['core-away', 'channel-down', 'destination-failing', 'not-delivered', 'reserve-lost', 'standby-image'],
      ...['limit-near', 'recording-stopped', 'disk-full', 'memory-full', 'certificate', 'schedule-missed'],
    ]);
  });
});

describe('a measured value of the machine', () => {
  const disk = (status: Status) => [core('good'), createLook('disk-full', status, null)];
  const wavering = times(
    60,
    [
      [70, disk('bad')],
      [50, disk('good')],
    ].map(([seconds, looks]) => [seconds, looks] as [number, AlarmLook[]]),
  );

  it.each([
    ['fires although it was never good', [[90, disk('bad')]], ['60 disk-full core firing']],
    [
      'ends once it has been good for ten minutes',
      [
        [90, disk('bad')],
        [700, disk('good')],
      ],
      ['60 disk-full core firing', '690 disk-full core resolved'],
    ],
    ['fluctuates around its limit for two hours: one incident', wavering, ['60 disk-full core firing']],
    [
      'is unknown while the core is unreachable',
      [
        [90, disk('bad')],
        [60, [core('bad'), createLook('disk-full', 'good', null)]],
      ],
      ['60 disk-full core firing'],
    ],
    [
      'stays unchanged if it is no longer reported',
      [
        [90, disk('bad')],
        [900, [core('good')]],
      ],
      ['60 disk-full core firing'],
    ],
    [
      'ends if the value no longer exists',
      [
        [90, disk('bad')],
        [10, disk('off')],
      ],
      ['60 disk-full core firing', '90 disk-full core resolved'],
    ],
  ] as const)('has the right incidents: it %s', (_, spans, expected) => {
    const changes = play(spans).log.filter((line) => !line.includes('core-away'));
    expect(changes).toEqual(expected);
  });
});

it('the memory of subjects stays the same object without news', () => {
  const { incidents: before } = play([[60, live]]);
  const after = (looks: readonly AlarmLook[]) =>
    incidentsAfter(before, looks, {
      ...{ rules: everyRule(), revisions: { c: '0' }, now: { seconds: 61, wall: 1e12 } },
    }).incidents.subjects;
  expect(after(live)).toBe(before.subjects);
  expect(after(down)).toBe(before.subjects);
  expect(after(off)).not.toBe(before.subjects);
});

describe('stored incidents', () => {
  const stored = (spans: Parameters<typeof play>[0]) => JSON.parse(JSON.stringify(play(spans).incidents)) as unknown;
  const resumed = (value: unknown, seconds = 5) => {
    const incidents = resumeIncidents(value, { seconds, wall: 2e12 });
    if (incidents === 'newer') throw new Error('newer');
    return incidents;
  };
  const goOn = (before: Incidents, looks: readonly AlarmLook[], seconds: number) => {
    let incidents = before;
    const log: string[] = [];
    for (let second = 6; second < 6 + seconds; second += 1) {
      const now = { seconds: second, wall: 2e12 };
      const after = incidentsAfter(incidents, looks, { rules: everyRule(), revisions: {}, now });
      incidents = after.incidents;
      log.push(...after.changes.map(({ status }) => `${second} ${status}`));
    }
    return log;
  };

  it.each([
    [
      'a firing incident is not reported again',
      [
        [60, live],
        [40, down],
      ],
      down,
      [],
    ],
    [
      'a firing one ends',
      [
        [60, live],
        [40, down],
      ],
      live,
      ['26 resolved'],
    ],
    [
      'a pending one continues',
      [
        [60, live],
        [20, down],
      ],
      down,
      ['17 firing'],
    ],
    ['a good condition becomes bad', [[60, live]], down, ['36 firing']],
    ['a condition that was never good stays silent', [[60, unclear]], down, []],
  ] as const)('continue after a restart: %s', (_, spans, looks, expected) =>
    expect(goOn(resumed(stored(spans)), looks, 60)).toEqual(expected),
  );

  it('that recurred keep their longer rest', () => {
    const twice = stored([
      [60, live],
      [40, down],
      [30, live],
      [40, down],
    ]);
    expect(goOn(resumed(twice), live, 700)).toEqual(['606 resolved']);
  });

  it('with rules of a newer version are dropped, and others continue', () => {
    const created = play([
      [60, live],
      [40, down],
    ]).incidents;
    const rule = 'captions-missing';
    const newer = {
      ...created,
      subjects: { ...created.subjects, [`${rule} c`]: { ...created.subjects['channel-down c'], rule, asked: 1 } },
      incidents: [...created.incidents, { ...created.incidents[0], rule }],
    };
    expect(resumed(JSON.parse(JSON.stringify(newer)))).toEqual(resumed(JSON.parse(JSON.stringify(created))));
  });

  it.each([
    null,
    'x',
    {},
    { version: 1 },
    { ...NO_INCIDENTS, incidents: [{ id: 'x' }] },
    { ...NO_INCIDENTS, version: 0 },
  ])('are ignored if malformed: %j', (value) => expect(resumed(value)).toEqual({ ...NO_INCIDENTS, at: 5 }));

  it('of a newer version are reported as newer', () => {
    expect(resumeIncidents({ version: 2, at: 0 }, { seconds: 0, wall: 0 })).toBe('newer');
  });

  it('limit channel names to one line of 200 characters', () => {
    const name = `Studio\r\nBcc: all@example.org ${'x'.repeat(5000)}`;
    const named = (status: Status) =>
      channel(status).map((fact) => ({ ...fact, names: { channel: name, publication: '' } }));
    const { incidents } = play([
      [2, named('good')],
      [2, named('bad')],
    ]);
    const [first] = incidents.incidents;
    expect(first?.names.channel).toHaveLength(200);
    expect(first?.names.channel).not.toMatch(/[\r\n]/);
  });
});

it('a thousand incidents are kept, and resolved ones for a day at most', () => {
  const many = (status: Status) => [
    core('good'),
    ...Array.from({ length: 700 }, (_, n) => createLook('channel-down', status, `c${n}`)),
  ];
  const { incidents } = play(
    [
      [5, many('good')],
      [35, many('bad')],
      [25, many('good')],
      [3600, many('good')],
      [35, many('bad')],
      [10, many('bad')],
    ],
    {
      every: 5,
    },
  );
  expect(incidents.incidents).toHaveLength(1000);
  expect(incidents.incidents.filter(({ status }) => status === 'firing')).toHaveLength(700);
  const now = { seconds: 100_000, wall: 0 };
  const { incidents: later } = incidentsAfter(incidents, [], { rules: everyRule(), revisions: {}, now });
  expect(later.incidents.every(({ status }) => status === 'firing')).toBe(true);
});
