import { describe, expect, it } from 'vitest';
import { randomFrom } from '../src/testing/randomFrom.ts';
import { type Lease, type LeaseState, leaseAfter, mayAct, newLease, parseLease } from './agentLease.ts';

const EVERY_S = 2;

/** Agents beside one core, each of which checks the lease every two seconds unless paused (like SIGSTOP). */
function createScene() {
  let file: Lease | null = null;
  let at = 0;
  const agents = new Map<string, { state: LeaseState; isPaused: boolean; writes: boolean }>();
  const actingAgents = () =>
    [...agents].filter(([, { state, isPaused }]) => !isPaused && mayAct(state, at)).map(([name]) => name);
  return {
    acting: actingAgents,
    start: (id: string, name = id) => agents.set(id, { state: newLease(name, at), isPaused: false, writes: true }),
    end: (id: string) => agents.delete(id),
    pause: (id: string, isPaused: boolean) => Object.assign(agents.get(id) ?? {}, { isPaused }),
    refuseWritesOf: (id: string) => Object.assign(agents.get(id) ?? {}, { writes: false }),
    empty() {
      file = null;
    },
    advance(seconds: number): number {
      let max = 0;
      for (const end = at + seconds; at < end; at += EVERY_S) {
        for (const agent of agents.values()) {
          if (agent.isPaused) continue;
          const { state, write } = leaseAfter(agent.state, file, at, 1);
          agent.state = state;
          if (write !== null && agent.writes) file = write;
          max = Math.max(max, actingAgents().length);
        }
      }
      return max;
    },
  };
}

describe('agents that share one core', () => {
  it('the first agent acts within two checks', () => {
    const scene = createScene();
    scene.start('a');
    scene.advance(2 * EVERY_S);
    expect(scene.acting()).toEqual(['a']);
  });

  it('exactly one acts, even if several start at once', () => {
    const scene = createScene();
    for (const name of ['a', 'b', 'c']) scene.start(name);
    expect(scene.advance(600)).toBe(1);
    expect(scene.acting().length).toBe(1);
  });

  it('another agent takes over after two quiet rounds, not earlier', () => {
    const scene = createScene();
    scene.start('a');
    scene.advance(10);
    scene.start('b');
    scene.advance(10);
    scene.end('a');
    scene.advance(20);
    expect(scene.acting()).toEqual([]);
    // In total less than the 30 s that the playlist can bridge.
    scene.advance(8);
    expect(scene.acting()).toEqual(['b']);
  });

  it('a restarted agent continues immediately', () => {
    const scene = createScene();
    scene.start('a');
    scene.start('b');
    scene.advance(40);
    const [first = ''] = scene.acting();
    scene.end(first);
    scene.start(first);
    scene.advance(EVERY_S);
    expect(scene.acting()).toEqual([first]);
  });

  it.each([6, 20, 40, 70, 3600])('two never act at once while one is paused for %d s', (seconds) => {
    const scene = createScene();
    scene.start('a');
    scene.advance(10);
    scene.start('b');
    scene.advance(10);
    scene.pause('a', true);
    const paused = scene.advance(seconds);
    scene.pause('a', false);
    expect(Math.max(paused, scene.advance(120))).toBe(1);
    expect(scene.acting()).toEqual([seconds < 30 ? 'a' : 'b']);
  });

  it('an agent that was paused does not take over for the time it did not watch', () => {
    const scene = createScene();
    scene.start('a');
    scene.advance(10);
    scene.start('b');
    scene.advance(4);
    scene.pause('b', true);
    scene.advance(3600);
    scene.pause('b', false);
    expect(scene.advance(120)).toBe(1);
    expect(scene.acting()).toEqual(['a']);
  });

  it("the same agent continues after a purge of the core's memory", () => {
    const scene = createScene();
    scene.start('a');
    scene.start('b');
    scene.advance(40);
    const before = scene.acting();
    scene.empty();
    expect(scene.advance(120)).toBe(1);
    expect(scene.acting()).toEqual(before);
  });

  it('exactly one of two agents with the same name acts', () => {
    const scene = createScene();
    scene.start('a', 'twin');
    scene.advance(20);
    scene.start('b', 'twin');
    scene.advance(10);
    expect(scene.advance(300)).toBe(1);
  });

  it('exactly one of two agents with the same name acts, even if they check at the same moments and one always writes last', () => {
    const random = randomFrom(1);
    for (let show = 0; show < 50; show++) {
      let file: Lease | null = null;
      let states: LeaseState[] = [newLease('twin', 0), newLease('twin', 0)];
      let at = 0;
      for (; at < 20 * EVERY_S; at += EVERY_S) {
        const found: Lease | null = file;
        const answers: { state: LeaseState; write: Lease | null }[] = states.map((state) =>
          leaseAfter(state, found, at, 1 + Math.floor(random() * 1000)),
        );
        states = answers.map(({ state }) => state);
        for (const { write } of answers) file = write ?? file;
      }
      expect(states.filter((state) => mayAct(state, at - EVERY_S)).length, `show ${show}`).toBe(1);
    }
  });

  it('an agent whose writes fail does not take itself for a twin', () => {
    const scene = createScene();
    scene.start('a');
    scene.advance(10);
    scene.refuseWritesOf('a');
    scene.advance(20);
    expect(scene.acting()).toEqual(['a']);
  });
});

it.each([
  [null, null],
  ['', null],
  ['[]', null],
  ['{"name":7,"counter":1}', null],
  [`{"name":"${'x'.repeat(65)}","counter":1}`, null],
  [`{"name":"a","counter":1,"more":"${'x'.repeat(600)}"}`, null],
  ['{"name":"a","counter":1}', { name: 'a', counter: 1 }],
])('parses the lease %j as %j', (text, lease) => {
  expect(parseLease(text)).toEqual(lease);
});
