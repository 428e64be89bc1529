import type { UnknownAction } from '@reduxjs/toolkit';
import { runSaga } from 'redux-saga';
import { call, delay } from 'typed-redux-saga';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noticed, notice as noticeReducer } from '../../gate/notice/slice.ts';
import { exclusively, SaveStopped, write } from './exclusively.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const WORK_MS = 300;

const inMs = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

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
  const startedAt = Date.now();
  const saves = { inside: 0, together: 0, endedMs: [] as number[] };
  let notice = noticeReducer(undefined, { type: '' });
  const notices: string[] = [];
  const store = {
    getState: () => ({ notice }),
    dispatch: (action: UnknownAction) => {
      notice = noticeReducer(notice, action);
      if (noticed.match(action)) notices.push(action.payload.text);
    },
  };
  const shown = () => notice.shown.map(({ text }) => text);
  const save = () =>
    runSaga({ context: host, ...store }, function* () {
      yield* exclusively(function* () {
        saves.inside += 1;
        saves.together = Math.max(saves.together, saves.inside);
        yield* delay(WORK_MS);
        saves.inside -= 1;
      });
      saves.endedMs.push(Date.now() - startedAt);
    });
  return { stored, saves, save, notices, shown };
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
  'with a latency of %d ms, %d concurrent saves run one after the other within %d ms',
  async (lineMs, count, withinMs) => {
    const { stored, saves, save } = aCore(lineMs);
    for (let n = 0; n < count; n += 1) save();
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
    'with entries that are no notes',
    10,
    { 'sluice-saving:': [], 'sluice-saving:~': 'x', 'sluice-saving:\u{10ffff}': 0 },
    23_000,
  ],
])('abandoned notes delay a save by 20 s: %s', async (_title, lineMs, notes, withinMs) => {
  const { stored, saves, save } = aCore(lineMs, { ...notes });
  save();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(saves.endedMs).toEqual([]);
  await vi.advanceTimersByTimeAsync(withinMs - 19_000);
  expect(saves.endedMs).toHaveLength(1);
  expect(stored).toEqual({});
});

it.each([10, 60, 120, 180, 250, 400])('a save cancelled after %d ms leaves no note and stops', async (atMs) => {
  const { stored, saves, save } = aCore(100);
  const task = save();
  await vi.advanceTimersByTimeAsync(atMs);
  task.cancel();
  await vi.advanceTimersByTimeAsync(1000);
  expect(stored).toEqual({});
  expect(saves.endedMs).toEqual([]);
});

const WAITING = expect.stringMatching(/^Waiting for another save to finish/);

it('a save that waits for an abandoned note shows a notice until it starts', async () => {
  const { saves, save, shown } = aCore(10, beats(1));
  save();
  await vi.advanceTimersByTimeAsync(1900);
  expect(shown()).toEqual([]);
  for (let waited = 0; waited < 4; waited += 1) {
    await vi.advanceTimersByTimeAsync(4000);
    expect(saves.endedMs).toEqual([]);
    expect(shown()).toEqual([WAITING]);
  }
  await vi.advanceTimersByTimeAsync(6000);
  expect(saves.endedMs).toHaveLength(1);
  expect(shown()).toEqual([]);
});

it.each([10, 1500])('a save without competitors shows no notice at a latency of %d ms', async (lineMs) => {
  const { saves, save, notices } = aCore(lineMs);
  save();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(saves.endedMs).toHaveLength(1);
  expect(notices).toEqual([]);
});

it('a save that is cancelled while it waits removes its notice', async () => {
  const { save, shown } = aCore(10, beats(1));
  const task = save();
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown()).toEqual([WAITING]);
  task.cancel();
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown()).toEqual([]);
});

/** Suppresses errors, which only the returned promise reports. */
const SILENT = { getState: () => ({ notice: { shown: [] } }), dispatch: () => {}, onError: () => {} };

/** A core that is slow to store the nth note of a save, but writes at once. */
function aSlowCore(noteMs: (nth: number) => number, stored: Record<string, unknown> = {}) {
  let notes = 0;
  const written: string[] = [];
  const core = {
    tokens: null,
    setTokens: () => {},
    metadataSet: async ({ key, body }: { key: string; body: unknown }) => {
      if (body === null) return Reflect.deleteProperty(stored, key);
      Reflect.set(stored, key, body);
      await inMs(noteMs(notes++));
      return body;
    },
    metadataAll: async () => structuredClone(stored),
    configSet: async ({ body: { text } }: { body: { text: string } }) => written.push(text),
  };
  const host = { core, now: () => Date.now(), random: (count: number) => new Uint8Array(count) };
  const send = (text: string) => call(() => write('configSet', { body: { version: 1, text } }));
  const save = (pauseMs: number) =>
    runSaga({ context: host, ...SILENT }, function* () {
      yield* exclusively(function* () {
        yield* send('first');
        yield* delay(pauseMs);
        yield* send('second');
      });
    }).toPromise();
  return { save, stored, written };
}

const SLOW = [
  ['8 s for each note', () => 8000, 'saved'],
  ['15 s for the first note only', (nth: number) => (nth === 0 ? 15_000 : 10), 'saved'],
  ['13 s for each note', () => 13_000, 'nothing'],
  ['40 s for each note', () => 40_000, 'nothing'],
  ['slow after the first note', (nth: number) => (nth === 0 ? 10 : 25_000), 'a part'],
  ['slow for one note', (nth: number) => (nth === 1 ? 25_000 : 10), 'a part'],
] as const;

const SAID = { nothing: /so nothing was saved/, 'a part': /only a part was saved/ } as const;

it.each(SLOW)('a save reports truthfully what a slow core has stored: %s', async (_title, noteMs, outcome) => {
  const { save, stored, written } = aSlowCore(noteMs);
  const ended = vi.fn();
  save(50_000).then(() => ended('saved'), ended);
  await vi.advanceTimersByTimeAsync(240_000);
  expect(ended).toHaveBeenCalledOnce();
  const [[result]] = ended.mock.calls as [[unknown]];
  if (outcome === 'saved') expect(result).toBe('saved');
  else {
    expect(result).toBeInstanceOf(SaveStopped);
    expect(String(result)).toMatch(SAID[outcome]);
  }
  expect(written).toEqual({ saved: ['first', 'second'], nothing: [], 'a part': ['first'] }[outcome]);
  expect(stored).toEqual({});
});

const SAVED = { getState: () => ({ notice: { shown: [] } }), onError: () => {} };

/** Runs a save with one write, and returns its task and the texts of its notices. */
function saveWith(loadRecorder: () => Promise<unknown>) {
  const stored: Record<string, unknown> = {};
  const core = {
    tokens: null,
    setTokens: () => {},
    metadataSet: async ({ key, body }: { key: string; body: unknown }) =>
      body === null ? Reflect.deleteProperty(stored, key) : Reflect.set(stored, key, body),
    metadataAll: async () => structuredClone(stored),
  };
  const texts: string[] = [];
  const dispatch = (action: UnknownAction) => noticed.match(action) && texts.push(action.payload.text);
  const context = { core, now: () => Date.now(), random: (count: number) => new Uint8Array(count), loadRecorder };
  const task = runSaga({ context, ...SAVED, dispatch }, function* () {
    yield* exclusively(() => write('metadataSet', { key: 'saved', body: 1 }));
  });
  return { task, stored, texts };
}

it('a save whose recorder does not download is stored after 5 s, and says that it cannot be undone', async () => {
  const { task, stored, texts } = saveWith(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(4900);
  expect(stored).toEqual({});
  await vi.advanceTimersByTimeAsync(1000);
  expect(task.isRunning()).toBe(false);
  expect(stored).toEqual({ saved: 1 });
  expect(texts).toEqual([expect.stringContaining('cannot be undone')]);
});

it('a save cancelled while its revision is stored leaves no note, and its note changes no more', async () => {
  const createRecorder = () => ({ noteBefore: function* () {}, store: () => new Promise(() => {}) });
  const { task, stored } = saveWith(async () => ({ createRecorder }));
  await vi.advanceTimersByTimeAsync(100);
  expect(Object.keys(stored)).toEqual([expect.stringMatching(/^sluice-saving:/), 'saved']);
  task.cancel();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stored).toEqual({ saved: 1 });
});
