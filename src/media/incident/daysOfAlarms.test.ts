import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/randomFrom.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { PublicationFact } from '../verdict/verdictTypes.ts';
import { type AlarmLook, lookAtCore, looksAtChannel } from './alarmLooks.ts';
import { ALARM_RULE_IDS, ALARM_RULES, type AlarmRuleId } from './alarmRules.ts';
import { type AlarmSettings, USUAL_ALARMS } from './alarmSettings.ts';
import { type Incident, type Incidents, incidentsAfter, NO_INCIDENTS, resumeIncidents } from './incidents.ts';
import { type AlarmMessage, type MessageBook, messagesAfter } from './messages.ts';

const everyRule: AlarmSettings['rules'] = {
  ...USUAL_ALARMS.rules,
  ...Object.fromEntries(ALARM_RULE_IDS.map((id) => [id, { on: true, seconds: ALARM_RULES[id].seconds }])),
};

/** An agent with one receiver that can be killed and restarted. */
function createAgent(rules: AlarmSettings['rules']) {
  let incidents: Incidents = NO_INCIDENTS;
  let book: MessageBook = { version: 1, receivers: {} };
  let zero = 0;
  const messages: AlarmMessage[] = [];
  const changes: Incident[] = [];
  const now = (second: number) => ({ seconds: second - zero, wall: 1e12 + second * 1000 });
  return {
    messages,
    changes,
    open: () => incidents.incidents.filter(({ status }) => status !== 'resolved'),
    restart(second: number) {
      const stored: unknown = JSON.parse(JSON.stringify(incidents));
      zero = second;
      const resumed = resumeIncidents(stored, now(second));
      if (resumed === 'newer') throw new Error('newer');
      incidents = resumed;
    },
    look(second: number, looks: readonly AlarmLook[], revisions: Readonly<Record<string, string>>) {
      const after = incidentsAfter(incidents, looks, { rules, revisions, now: now(second) });
      incidents = after.incidents;
      changes.push(...after.changes);
      const result = messagesAfter(book, incidents.incidents, {
        ...{ settings: USUAL_ALARMS, receivers: ['r'], undelivered: new Set<string>(), now: now(second) },
      });
      book = result.book;
      messages.push(...result.due);
    },
  };
}

type SeenVerdict = Pick<Verdict, 'kind' | 'severity'>;
const LIVE: SeenVerdict = { kind: 'live', severity: 'live' };
const STARTS: SeenVerdict = { kind: 'beginning', severity: 'busy' };
const STOPS: SeenVerdict = { kind: 'stopping', severity: 'busy' };
const STOPPED: SeenVerdict = { kind: 'off', severity: 'calm' };
const AWAY: SeenVerdict = { kind: 'away', severity: 'warning' };
const BROKEN: SeenVerdict = { kind: 'broken', severity: 'error' };

type SendingState = PublicationFact['status'];
/** `null`: it does not exist. */
type Span = readonly [seconds: number, channel: SeenVerdict | null, publication: SendingState | null];

type Draw = (least: number, most: number) => number;

const CHANNEL_ACTS: readonly ((draw: Draw) => Span[])[] = [
  (draw) => [
    [draw(2, 10), STOPS, 'live'],
    [draw(60, 7200), STOPPED, 'idle'],
    [draw(5, 30), STARTS, 'starting'],
    [draw(0, 900), AWAY, 'waiting'],
    [draw(5, 30), STARTS, 'starting'],
  ],
  (draw) => [
    [draw(2, 8), STOPS, 'live'],
    [draw(1, 3), STOPPED, 'idle'],
    [draw(5, 30), STARTS, 'starting'],
  ],
  // The encoder reconnects at once.
  (draw) => [
    [draw(1, 15), AWAY, 'kept'],
    [draw(2, 10), STARTS, 'kept'],
  ],
  (draw) => [
    [draw(10, 3600), LIVE, 'off'],
    [draw(5, 20), LIVE, 'starting'],
  ],
  (draw) => [
    [draw(10, 600), LIVE, null],
    [draw(5, 20), LIVE, 'starting'],
    [draw(60, 900), LIVE, 'failing'],
    [draw(5, 20), LIVE, 'starting'],
  ],
  // A platform disconnects, and the next retry succeeds.
  (draw) => [
    [draw(5, 20), LIVE, 'failing'],
    [draw(5, 20), LIVE, 'starting'],
  ],
  (draw) => [
    [draw(60, 3600), null, null],
    [draw(5, 600), AWAY, null],
    [draw(5, 20), STARTS, null],
  ],
];

/** A save changes the revision, and fixing the encoder or platform takes some minutes. */
const SAVES: readonly ((draw: Draw) => Span[])[] = [
  (draw) => [
    [draw(2, 10), STARTS, 'waiting'],
    [draw(5, 900), AWAY, 'waiting'],
    [draw(5, 30), STARTS, 'starting'],
  ],
  (draw) => [
    [draw(2, 10), STARTS, 'waiting'],
    [draw(5, 300), BROKEN, 'waiting'],
    [draw(5, 30), STARTS, 'starting'],
  ],
  (draw) => [
    [draw(2, 10), LIVE, 'starting'],
    [draw(60, 900), LIVE, 'failing'],
    [draw(2, 10), LIVE, 'starting'],
  ],
];

const FAULTS: readonly ((draw: Draw) => Span[])[] = [
  (draw) => [
    [draw(45, 1800), AWAY, 'waiting'],
    [draw(5, 20), STARTS, 'starting'],
  ],
  (draw) => [
    [draw(45, 600), BROKEN, 'waiting'],
    [draw(5, 20), STARTS, 'starting'],
  ],
  (draw) =>
    Array.from({ length: draw(6, 40) }, (): Span[] => [
      [15, LIVE, 'failing'],
      [draw(1, 5), LIVE, 'starting'],
    ]).flat(),
];

interface Life {
  spans: Span[];
  left: number;
  now: Span;
  revision: number;
}

const LOOK_S = 5;

/** Simulates channels with an operator, a core that reloads and an agent that is killed. */
function play(seed: number, days: number, channels: number, faults: { channels: number; core: number }) {
  const random = randomFrom(seed);
  const draw: Draw = (least, most) => least + Math.floor(random() * (most - least + 1));
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] ?? all[0] ?? expect.fail('empty');
  const agent = createAgent(USUAL_ALARMS.rules);
  const end = days * 86_400;
  const every = (n: number) =>
    new Set(Array.from({ length: n }, (_, at) => Math.floor(((at + 0.5) * end * 0.85) / n / LOOK_S) * LOOK_S));
  const faultsAt = every(faults.channels);
  const coreFaultsAt = every(faults.core);
  const lives = Array.from(
    { length: channels },
    (): Life => ({ spans: [], left: 600, now: [600, LIVE, 'live'], revision: 0 }),
  );
  let coreFor = 0;
  let core: 'alive' | 'lost' | 'unclear' = 'alive';
  let owed = 0;
  let injected = 0;
  const begin = (life: Life, spans: readonly Span[]) => {
    life.spans = [[draw(600, 2400), LIVE, 'live'], ...spans.toReversed()];
    life.left = 0;
  };

  for (let second = 0; second < end; second += LOOK_S) {
    coreFor -= LOOK_S;
    if (coreFaultsAt.has(second)) [core, coreFor, injected] = ['lost', draw(30, 900), injected + 1];
    else if (coreFor <= 0) {
      core = 'alive';
      if (random() < 0.0005) [core, coreFor] = ['lost', draw(1, 10)];
      else if (random() < 0.001) [core, coreFor] = ['unclear', draw(1, 60)];
    }
    if (faultsAt.has(second)) owed += 1;
    for (const life of core === 'alive' ? lives : []) {
      life.left -= LOOK_S;
      const isSteady = life.now[1] === LIVE && life.now[2] === 'live' && life.left < 200;
      if (owed > 0 && isSteady && life.left < 100 && life.spans.length === 0) {
        owed -= 1;
        injected += 1;
        begin(life, pick(FAULTS)(draw));
      }
      while (life.left <= 0) {
        if (life.spans.length === 0) {
          const isSave = random() < 0.3;
          if (isSave) life.revision += 1;
          begin(life, pick(isSave ? SAVES : CHANNEL_ACTS)(draw));
        }
        life.now = life.spans.pop() ?? life.now;
        life.left += life.now[0];
      }
    }
    if (random() < 0.0005) agent.restart(second);
    const looks = lives.flatMap(({ now: [, found, sending] }, n) => {
      if (found === null) return [];
      const publications: PublicationFact[] =
        sending === null ? [] : [{ id: `p${n}`, name: 'YouTube', status: sending, words: null, to: null, since: null }];
      const shown = core === 'alive' ? found : ({ kind: 'core-away', severity: 'error' } as const);
      const verdict = { ...shown, fault: 'source' as const, sentences: [], since: null };
      return looksAtChannel(
        { id: `c${n}`, name: `C${n}`, verdict, publications, hold: { status: 'none' }, look: 'off' },
        0,
      );
    });
    const revisions = Object.fromEntries(
      lives.flatMap(({ revision }, n) => [
        [`c${n}`, `${revision}`],
        [`p${n}`, `${revision}`],
      ]),
    );
    agent.look(second, [lookAtCore(core), ...looks], revisions);
  }
  return { agent, injected };
}

const idsOf = (message: AlarmMessage): string[] =>
  message.kind === 'test' ? [] : message.incidents.map(({ id }) => id);

const SEED = Number(process.env.SEED ?? '1');

describe('an agent', () => {
  it.each([0, 1, 2])('reports nothing on a normal day (%i)', (n) => {
    expect(play(SEED * 100 + n, 1, 4, { channels: 0, core: 0 }).agent.messages).toEqual([]);
  });

  it('reports nothing in a week with a busy operator', () => {
    expect(play(SEED, 7, 2, { channels: 0, core: 0 }).agent.messages).toEqual([]);
  });

  it.each([0, 1, 2])('reports the start and end of each of thirty faults once (%i)', (n) => {
    const { agent, injected } = play(SEED * 100 + n, 1, 4, { channels: 24, core: 6 });
    expect(injected).toBe(30);
    const messagesOf = (kind: AlarmMessage['kind']) =>
      agent.messages.flatMap((message) => (message.kind === kind ? idsOf(message) : []));
    expect(messagesOf('fired')).toHaveLength(30);
    expect(new Set(messagesOf('fired')).size).toBe(30);
    expect(new Set(messagesOf('resolved'))).toEqual(new Set(messagesOf('fired')));
    expect(agent.open()).toEqual([]);
  });
});

it('a standby image that reaches its limit causes messages for image, limit and failure, and one end', () => {
  const agent = createAgent(USUAL_ALARMS.rules);
  const [imageAt, limitAt, backAt] = [600, 2400, 3600];
  const statement = { fault: 'source', sentences: [], since: null } as const;
  for (let second = 0; second < 5000; second += 2) {
    const isOver = second >= limitAt && second < backAt;
    const isImage = second >= imageAt && second < limitAt;
    const shown: SeenVerdict = isOver ? AWAY : isImage ? { kind: 'held', severity: 'warning' } : LIVE;
    const hold = isImage
      ? ({ status: 'slate', since: imageAt * 1000, why: 'ended', limitAt: limitAt * 1000 } as const)
      : ({ status: 'ready', isOver } as const);
    const publications: PublicationFact[] = [
      { id: 'p', name: 'YouTube', status: isOver ? 'waiting' : 'live', words: null, to: null, since: null },
    ];
    const looks = looksAtChannel(
      { id: 'c', name: 'C', verdict: { ...shown, ...statement }, publications, hold, look: 'off' },
      second * 1000,
    );
    agent.look(second, [lookAtCore('alive'), ...looks], { c: '0', p: '0' });
  }
  const messages = agent.messages.map((message) => ({
    kind: message.kind,
    rules: message.kind === 'test' ? [] : message.incidents.map(({ rule }) => rule),
    at: message.kind === 'fired' ? message.incidents[0]?.fired.seconds : undefined,
  }));
  expect(messages).toEqual([
    { kind: 'fired', rules: ['standby-image'], at: imageAt + 30 },
    { kind: 'fired', rules: ['limit-near'], at: limitAt - 300 },
    { kind: 'fired', rules: ['channel-down'], at: limitAt + 30 },
    { kind: 'resolved', rules: expect.arrayContaining(['standby-image', 'limit-near', 'channel-down']) },
  ]);
});

const OF_MACHINE: readonly AlarmRuleId[] = ['disk-full', 'memory-full', 'certificate', 'schedule-missed'];

/** Random conditions for every rule. */
function playAnything(seed: number) {
  const random = randomFrom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] ?? all[0] ?? expect.fail('empty');
  const statement = { fault: 'source', since: null, sentences: [] } as const;
  const subjects = [null, 'a', 'b'].flatMap((channel) =>
    ALARM_RULE_IDS.flatMap((rule) =>
      (rule === 'core-away' || OF_MACHINE.includes(rule)) === (channel === null)
        ? [{ rule, channel, publication: rule === 'destination-failing' ? `p of ${channel}` : null }]
        : [],
    ),
  );
  // Changes are rare, or no rule would ever fire.
  const states = new Map<string, AlarmLook['condition'] | null>();
  const revisions: Record<string, string> = {};
  const agent = createAgent(everyRule);
  let second = 0;
  const pollRandomly = (change: number) => {
    const looks = subjects.flatMap(({ rule, channel, publication }): AlarmLook[] => {
      const key = `${rule} ${channel}`;
      const status = pick(['good', 'good', 'bad', 'bad', 'unclear', 'off', null] as const);
      const next = status === null ? null : status === 'bad' ? { status, statement } : { status };
      const isWhole = rule === 'channel-down' || rule === 'core-away';
      if (!states.has(key)) states.set(key, { status: 'good' });
      if (random() < (isWhole ? change / 3 : change)) states.set(key, next);
      const condition = states.get(key) ?? null;
      return condition ? [{ rule, channel, publication, names: { channel: 'x', publication: '' }, condition }] : [];
    });
    if (random() < change / 10) revisions[pick(['a', 'b', 'p of a'])] = `${second}`;
    if (random() < change / 10) agent.restart(second);
    agent.look(second, looks, revisions);
    second += pick([1, 1, 5, 5, 20, 120]);
  };
  const change = pick([0.01, 0.05, 0.2]);
  for (let n = 0; n < 400; n += 1) pollRandomly(change);
  // Longer than the longest rest.
  for (const { rule, channel } of subjects) states.set(`${rule} ${channel}`, { status: 'good' });
  for (const until = second + 700; second < until; ) {
    const looks = subjects.map(
      (subject): AlarmLook => ({
        ...{ ...subject, names: { channel: 'x', publication: '' }, condition: { status: 'good' } },
      }),
    );
    agent.look(second, looks, revisions);
    second += 5;
  }
  return agent;
}

const HISTORIES = Array.from({ length: 100 }, (_, n) => SEED * 1000 + n);

describe('any sequence of conditions', () => {
  const agents = HISTORIES.map((seed) => ({ seed, agent: playAnything(seed) }));

  it('contains incidents', () => {
    expect(agents.filter(({ agent }) => agent.changes.length > 0).length).toBeGreaterThan(HISTORIES.length / 2);
  });

  it('fires once per incident and then resolves it once', () => {
    for (const { seed, agent } of agents) {
      const statuses = new Map<string, string[]>();
      for (const { id, status } of agent.changes) statuses.set(id, [...(statuses.get(id) ?? []), status]);
      for (const [id, all] of statuses) expect([seed, id, ...all]).toEqual([seed, id, 'firing', 'resolved']);
    }
  });

  it('has one incident per subject at a time', () => {
    for (const { seed, agent } of agents) {
      const firing = new Set<string>();
      for (const { rule, channel, status } of agent.changes) {
        const subject = `${seed} ${rule} ${channel}`;
        expect([subject, firing.has(subject)]).toEqual([subject, status === 'resolved']);
        if (status === 'firing') firing.add(subject);
        else firing.delete(subject);
      }
    }
  });

  it('ends without a firing incident', () => {
    for (const { seed, agent } of agents) expect([seed, agent.open()]).toEqual([seed, []]);
  });

  it('reports no end without a start, and nothing twice', () => {
    for (const { seed, agent } of agents) {
      const lastKinds = new Map<string, string>();
      const ids = agent.messages.map(({ id }) => id);
      expect([seed, ids.length]).toEqual([seed, new Set(ids).size]);
      for (const message of agent.messages)
        for (const id of idsOf(message)) {
          expect([seed, id, lastKinds.get(id)]).toEqual([seed, id, message.kind === 'fired' ? undefined : 'fired']);
          lastKinds.set(id, message.kind);
        }
    }
  });
});
