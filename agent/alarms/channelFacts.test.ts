import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LookReport } from '../../src/api/answers/lookReport.ts';
import { Processes } from '../../src/api/answers/process.ts';
import { egressId, ingestId } from '../../src/api/processIds.ts';
import type { AlarmLook } from '../../src/media/incident/alarmLooks.ts';
import { USUAL_ALARMS } from '../../src/media/incident/alarmSettings.ts';
import { NO_PROOFS, type Proofs } from '../../src/media/proof/proofs.ts';
import { createChannelFacts } from './channelFacts.ts';

const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const EGRESS = egressId('rtmp', '11111111-2222-4333-8444-555555555555');
const OTHER = egressId('rtmp', '22222222-2222-4333-8444-555555555555');
const BEGAN = 1_700_000_000_000;

type How = 'running' | 'failed' | 'stopped';
const STATES: Readonly<Record<How, readonly [order: string, exec: string]>> = {
  running: ['start', 'running'],
  failed: ['start', 'failed'],
  stopped: ['stop', 'finished'],
};

function createSimulation() {
  const how: Record<string, How> = { [ingestId(CHANNEL)]: 'running', [EGRESS]: 'running' };
  const names: Record<string, string> = { [ingestId(CHANNEL)]: 'Hall', [EGRESS]: 'Stage' };
  const calls: string[] = [];
  const since = new Map<string, { state: How; at: number }>();
  const secondsIn = (id: string, state: How) => {
    const previous = since.get(id);
    const { at } = previous?.state === state ? previous : { at: Date.now() };
    since.set(id, { state, at });
    return (Date.now() - at) / 1000;
  };
  let isDown = false;
  let isGone = false;
  let isListless = false;
  const answer = (metadata: boolean) =>
    Processes.parse(
      Object.entries(isGone ? {} : how).map(([id, state]) => {
        const seconds = (Date.now() - BEGAN) / 1000 + 60;
        const [order, exec] = STATES[state];
        const stored = id === EGRESS ? { name: names[id] } : { meta: { name: names[id] } };
        return {
          ...{ id, reference: CHANNEL, type: 'ffmpeg', created_at: 1, updated_at: 1 },
          ...(metadata ? { metadata: { 'restreamer-ui': stored } } : {}),
          state: {
            ...{
              order,
              exec,
              runtime_seconds: exec === 'running' ? seconds : secondsIn(id, state),
              reconnect_seconds: 14,
            },
            ...{ last_logline: 'x', memory_bytes: 1, cpu_usage: 1, command: [] },
            progress: { frame: Math.round(seconds * 25), fps: 25, speed: 1, time: seconds, size_kb: 0, q: -1 },
          },
        };
      }),
    );
  let report: LookReport | null = null;
  let proofs: Proofs = NO_PROOFS;
  const facts = createChannelFacts({
    core: {
      async processes(query) {
        calls.push(`processes ${query?.filter ?? ''}`);
        if (isListless) throw new Error('too late');
        return answer(true);
      },
      async process({ id }) {
        calls.push(`process ${id}`);
        return answer(false).find((process) => process.id === id) ?? Promise.reject(new Error('none'));
      },
      log: async () => [],
    },
    holds: async () => ({}),
    picture: () => report,
    proofs: () => proofs,
    program: join(import.meta.dirname, '../main.ts'),
    now: Date.now,
  });
  async function advance(seconds: number) {
    for (let n = 0; n < seconds; n++) {
      await vi.advanceTimersByTimeAsync(1000);
      await facts.take(isDown ? null : new Map(answer(false).map((process) => [process.id, process])));
    }
  }
  return {
    setReport: (next: LookReport | null) => (report = next),
    setProofs: (next: Proofs) => (proofs = next),
    ...{ facts, how, names, calls, advance },
    setAway(value: boolean) {
      isDown = value;
    },
    setListless(value: boolean) {
      isListless = value;
    },
    remove() {
      isGone = true;
    },
  };
}

const statusOf = (looks: readonly AlarmLook[], rule: AlarmLook['rule']) =>
  looks.find((look) => look.rule === rule)?.condition.status ?? null;
const stateSeen = ({ facts }: ReturnType<typeof createSimulation>) => {
  const { looks } = facts.look(USUAL_ALARMS.rules);
  return (['core-away', 'channel-down', 'destination-failing'] as const).map((rule) => statusOf(looks, rule));
};

beforeEach(() => vi.useFakeTimers({ now: BEGAN }));
afterEach(() => vi.useRealTimers());

it('the facts are all unclear before the core has responded', () => {
  expect(stateSeen(createSimulation())).toEqual(['unclear', null, null]);
});

it('the facts report a core that has never responded as unreachable', async () => {
  const sim = createSimulation();
  sim.setAway(true);
  await sim.advance(4);
  expect(stateSeen(sim)[0]).toBe('unclear');
  await sim.advance(2);
  expect(stateSeen(sim)[0]).toBe('bad');
});

it('the facts are unclear before the first list of channels', async () => {
  const sim = createSimulation();
  sim.setListless(true);
  await sim.advance(10);
  // Without the list, the channel would count as deleted.
  expect(stateSeen(sim)).toEqual(['unclear', null, null]);
  sim.setListless(false);
  await sim.advance(10);
  expect(stateSeen(sim)).toEqual(['good', 'good', 'good']);
});

it('the facts follow the state of a channel and its publication', async () => {
  const sim = createSimulation();
  await sim.advance(10);
  expect(stateSeen(sim)).toEqual(['good', 'good', 'good']);
  sim.how[EGRESS] = 'failed';
  await sim.advance(10);
  expect(stateSeen(sim)).toEqual(['good', 'good', 'bad']);
  sim.how[ingestId(CHANNEL)] = 'failed';
  await sim.advance(10);
  expect(stateSeen(sim)).toEqual(['good', 'bad', null]);
  sim.how[ingestId(CHANNEL)] = 'stopped';
  await sim.advance(10);
  expect(stateSeen(sim)).toEqual(['good', 'off', null]);
});

it.each([
  ['was seen before', true, true],
  ['was never seen', false, false],
])('the facts name a publication unseen for healing if it %s', async (_, wasSeen, isUnseen) => {
  const sim = createSimulation();
  sim.setProofs({ [EGRESS]: { status: 'unseen', fault: 'other', since: BEGAN, wasSeen } });
  await sim.advance(10);
  expect(sim.facts.outputs()).toMatchObject([{ id: EGRESS, isUnseen }]);
});

it('the facts report an unreachable core, and its channels as unclear', async () => {
  const sim = createSimulation();
  await sim.advance(10);
  sim.setAway(true);
  await sim.advance(4);
  expect(stateSeen(sim)[0]).toBe('unclear');
  await sim.advance(5);
  expect(stateSeen(sim)).toEqual(['bad', 'unclear', null]);
  sim.setAway(false);
  await sim.advance(5);
  expect(stateSeen(sim)).toEqual(['good', 'good', 'good']);
});

it("the facts use the operator's names and drop deleted channels", async () => {
  const sim = createSimulation();
  await sim.advance(3);
  const namesOf = () =>
    sim.facts.look(USUAL_ALARMS.rules).looks.map(({ names }) => `${names.channel} ${names.publication}`.trim());
  expect(new Set(namesOf())).toEqual(new Set(['', 'Hall', 'Hall Stage']));
  sim.names[EGRESS] = 'Venue';
  await sim.advance(31);
  expect(namesOf()).toContain('Hall Venue');
  sim.remove();
  await sim.advance(2);
  expect(namesOf()).toEqual(['']);
});

it('the facts name an unnamed publication after its service', async () => {
  const sim = createSimulation();
  sim.names[EGRESS] = ' ';
  await sim.advance(10);
  const { looks } = sim.facts.look(USUAL_ALARMS.rules);
  const names = looks.filter(({ publication }) => publication === EGRESS).map(({ names }) => names.publication);
  expect(new Set(names)).toEqual(new Set(['RTMP']));
});

it('the facts read the log of each failure at most once', async () => {
  const sim = createSimulation();
  await sim.advance(5);
  sim.how[EGRESS] = 'failed';
  await sim.advance(30);
  expect(sim.calls.filter((call) => call === `process ${EGRESS}`).length).toBeLessThanOrEqual(1);
});

it('the facts read the log of each process even if the first one keeps failing', async () => {
  const sim = createSimulation();
  sim.how[OTHER] = 'running';
  sim.names[OTHER] = 'Second';
  await sim.advance(5);
  for (let n = 0; n < 15; n++) {
    sim.how[EGRESS] = 'running';
    await sim.advance(1);
    sim.how[EGRESS] = 'failed';
    sim.how[OTHER] = 'failed';
    await sim.advance(3);
  }
  expect(sim.calls).toContain(`process ${OTHER}`);
});

it('the facts poll names at most twice a minute while nothing changes', async () => {
  const sim = createSimulation();
  await sim.advance(120);
  expect(sim.calls.filter((call) => call === 'processes metadata').length).toBeLessThanOrEqual(5);
});

it('the facts contain what looks have seen, for alarms and for the timeline', async () => {
  const sim = createSimulation();
  await sim.advance(10);
  const statusOf = (rule: string) =>
    sim.facts.look(USUAL_ALARMS.rules).looks.find((look) => look.rule === rule)?.condition.status;
  const timeline = () => sim.facts.observations().map(([, { stands }]) => stands.source?.status);
  expect([statusOf('black'), statusOf('frozen'), timeline()]).toEqual(['off', 'off', ['live']]);
  const since = Date.now() - 20_000;
  const report: LookReport = {
    ...{ version: 1, at: Date.now(), failure: null },
    picture: { status: 'black', since },
    sound: { status: 'heard', since: null },
  };
  sim.setReport(report);
  expect([statusOf('black'), statusOf('channel-down'), timeline()]).toEqual(['bad', 'good', ['black']]);
  sim.setReport({ ...report, picture: { status: 'black', since: Date.now() - 11_000 } });
  expect([statusOf('black'), timeline()]).toEqual(['good', ['live']]);
  sim.setReport({ ...report, picture: { status: 'still', since } });
  expect([statusOf('black'), statusOf('frozen'), timeline()]).toEqual(['good', 'good', ['live']]);
  sim.setReport({ ...report, picture: null, sound: null, failure: 'slow' });
  expect([statusOf('black'), timeline()]).toEqual(['unclear', ['live']]);
});

it('a channel is looked at once it has been live for a while', async () => {
  const sim = createSimulation();
  expect(sim.facts.isLive(CHANNEL)).toBe(false);
  await sim.advance(3);
  expect(sim.facts.isLive(CHANNEL)).toBe(true);
  sim.how[ingestId(CHANNEL)] = 'failed';
  await sim.advance(3);
  expect(sim.facts.isLive(CHANNEL)).toBe(false);
});
