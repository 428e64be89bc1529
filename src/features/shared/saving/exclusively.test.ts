import { runSaga } from 'redux-saga';
import { delay } from 'typed-redux-saga';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exclusively } from './exclusively.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const WORK_MS = 300;

const inMs = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** A core at the end of a line, what is stored on it, and the saves of all who are there. */
function aCore(lineMs: number, stored: Record<string, unknown> = {}) {
  let state = 1;
  const over = async <Answer>(answer: () => Answer) => {
    await inMs(lineMs / 2);
    const answered = answer();
    await inMs(lineMs / 2);
    return answered;
  };
  const host = {
    core: {
      tokens: null,
      setTokens: () => {},
      metadataSet: ({ key, body }: { key: string; body: unknown }) =>
        over(() => (body === null ? Reflect.deleteProperty(stored, key) : Reflect.set(stored, key, body))),
      metadataAll: () => over(() => structuredClone(stored)),
    },
    now: () => Date.now(),
    random: (count: number) =>
      Uint8Array.from({ length: count }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state >>> 24;
      }),
  };
  const begunAt = Date.now();
  const saves = { inside: 0, together: 0, endedMs: [] as number[] };
  const save = () =>
    runSaga({ context: host }, function* () {
      yield* exclusively(function* () {
        saves.inside += 1;
        saves.together = Math.max(saves.together, saves.inside);
        yield* delay(WORK_MS);
        saves.inside -= 1;
      });
      saves.endedMs.push(Date.now() - begunAt);
    });
  return { stored, saves, save };
}

it.each([
  [10, 2, 3_000],
  [10, 20, 20_000],
  [100, 10, 20_000],
  [400, 2, 8_000],
  [400, 5, 20_000],
  [400, 20, 90_000],
  [1500, 5, 60_000],
])(
  'on a line of %d ms, %d who save at once have all saved one after the other within %d ms',
  async (lineMs, count, withinMs) => {
    const { stored, saves, save } = aCore(lineMs);
    for (let one = 0; one < count; one += 1) save();
    await vi.advanceTimersByTimeAsync(withinMs);
    expect(saves.endedMs).toHaveLength(count);
    expect(saves.together).toBe(1);
    expect(stored).toEqual({});
  },
);

const beats = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`sluice-saving:${n}`, { beats: n }]));

it.each<[title: string, lineMs: number, notes: Record<string, unknown>, withinMs: number]>([
  ['one', 10, beats(1), 23_000],
  ['one on a slow line', 400, beats(1), 25_000],
  ['a thousand', 400, beats(1000), 45_000],
  [
    'some that are no notes',
    10,
    { 'sluice-saving:': [], 'sluice-saving:~': 'x', 'sluice-saving:\u{10ffff}': 0 },
    23_000,
  ],
])('whose notes belong to nobody hold up a save for 20 s: %s', async (_title, lineMs, notes, withinMs) => {
  const { stored, saves, save } = aCore(lineMs, { ...notes });
  save();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(saves.endedMs).toEqual([]);
  await vi.advanceTimersByTimeAsync(withinMs - 19_000);
  expect(saves.endedMs).toHaveLength(1);
  expect(stored).toEqual({});
});

it.each([10, 60, 120, 180, 250, 400])(
  'who is cancelled after %d ms leaves no note, and does not go on',
  async (atMs) => {
    const { stored, saves, save } = aCore(100);
    const task = save();
    await vi.advanceTimersByTimeAsync(atMs);
    task.cancel();
    await vi.advanceTimersByTimeAsync(1000);
    expect(stored).toEqual({});
    expect(saves.endedMs).toEqual([]);
  },
);
