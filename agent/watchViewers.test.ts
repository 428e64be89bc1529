import { describe, expect, it } from 'vitest';
import { ActiveSessions } from '../src/api/answers/sessions.ts';
import { IN_MEMORY } from '../src/media/edge/delivery.ts';
import { createViewerWatch } from './watchViewers.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-2222-3333-4444-555555555555`);

const sessionOf = (channel = '', more: object = {}) => ({ reference: channel, local: '/x.m3u8', ...more });
const SESSIONS = ActiveSessions.parse({
  hls: [sessionOf(A), sessionOf(A), sessionOf(B), sessionOf('', { reference: `${B}_output_0` })],
  rtmp: [sessionOf(`${A}.stream`, { local: `publish:/${A}` }), sessionOf(`${A}.stream`, { local: `play:/${A}` })],
  ffmpeg: [sessionOf(A)],
});

function scene(
  edges: Readonly<Record<string, readonly string[]>> = {},
  answers: Readonly<Record<string, unknown>> = {},
) {
  const requests: string[] = [];
  let [now, isAway, isOld] = [0, false, false];
  const watch = createViewerWatch({
    core: {
      config: async () => {
        requests.push('config');
        return { config: isOld ? {} : { srt: {} } } as never;
      },
      sessionsActive: async ({ collectors } = {}) => {
        requests.push(`sessions ${collectors}`);
        if (isAway || (isOld && collectors?.includes('srt'))) throw new Error('404');
        return SESSIONS;
      },
    },
    channels: () => [A, B, C].map((id = '') => ({ id, delivery: { ...IN_MEMORY, edges: edges[id] ?? [] } })),
    ask: async (address) => {
      requests.push(address);
      if (!(address in answers)) throw new Error('away');
      return answers[address];
    },
    now: () => now,
  });
  return {
    requests,
    watch,
    advance: (seconds: number) => (now += seconds * 1000),
    become: (state: 'away' | 'old' | 'there') => ([isAway, isOld] = [state === 'away', state === 'old']),
  };
}

describe('the viewers of channels', () => {
  it('are counted with one request for all channels, without publishers', async () => {
    const { watch, requests } = scene();
    expect(watch.latest().size).toBe(0);
    await watch.read();
    await watch.read();
    expect([...watch.latest()]).toEqual([
      [A, 3],
      [B, 2],
      [C, 0],
    ]);
    const question = 'sessions ffmpeg,hls,rtmp,srt';
    expect(requests).toEqual(['config', question, question]);
  });

  it('of a channel with edges are those reported by the edges, each asked once', async () => {
    const edges = { [String(A)]: ['https://one', 'https://two'], [String(B)]: ['https://two', 'https://gone'] };
    const { watch, requests } = scene(edges, {
      'https://one/edge/status': { channels: { [String(A)]: 100 } },
      'https://two/edge/status': { channels: { [String(A)]: 20, [String(B)]: 5 } },
    });
    await watch.read();
    expect(new Map(watch.latest())).toEqual(
      new Map(
        [
          [A, 120],
          [B, 5],
          [C, 0],
        ].map(([id, count]) => [id, count]),
      ),
    );
    expect(requests.filter((request) => request.startsWith('https')).toSorted()).toEqual([
      'https://gone/edge/status',
      'https://one/edge/status',
      'https://two/edge/status',
    ]);
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [{ channels: [] }],
    [{ channels: { [String(A)]: -1 } }],
    [{ channels: { [String(A)]: 1e300 } }],
    [{ channels: { [String(A)]: '7' } }],
  ])('are unknown if all edges are unreachable or report %j', async (report) => {
    const { watch } = scene(
      { [String(A)]: ['https://one'] },
      report === undefined ? {} : { 'https://one/edge/status': report },
    );
    await watch.read();
    expect([watch.latest().has(String(A)), watch.latest().get(String(B))]).toEqual([false, 2]);
  });

  it('are dropped when the core stops responding, and counted again after an upgrade of the core', async () => {
    const { watch, advance, become } = scene();
    await watch.read();
    advance(25);
    expect(watch.latest().size).toBe(3);
    advance(1);
    expect(watch.latest().size).toBe(0);
    become('away');
    await watch.read();
    expect(watch.latest().size).toBe(0);
    become('old');
    await watch.read();
    expect(watch.latest().get(String(A))).toBe(3);
  });

  it('are requested from a limited number of edges', async () => {
    const all = Array.from({ length: 100 }, (_, at) => `https://edge${at}`);
    const { watch, requests } = scene({ [String(A)]: all });
    await watch.read();
    expect(requests.filter((request) => request.startsWith('https')).length).toBe(40);
  });
});
