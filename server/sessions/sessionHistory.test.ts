import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../harness/test/core/testing.ts';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { processorTime } from '../../harness/test/testing/processorTime.ts';
import { Config } from '../config/configSchema.ts';
import { createSessions } from './index.ts';
import { findHistoryFolder, openSessionHistory } from './sessionHistory.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of cleanups.splice(0).toReversed()) await stop();
});

async function live(dir: string, settings: object = {}) {
  const config = Config.parse({ db: { dir }, sessions: { persist: true, ip_ignorelist: [], ...settings } });
  const sessions = createSessions({ config: () => config });
  const messages: string[] = [];
  const history = await openSessionHistory({
    config,
    totals: sessions.totals,
    log: { write: (level, _component, message) => void messages.push(`${level} ${message}`) },
    onRestored: ({ path }) => void messages.push(`restored ${basename(path)}`),
  });
  const end = async () => {
    sessions.stop();
    await history.stop();
  };
  cleanups.push(end);
  const watch = (name: string, bytes: number) => {
    const identity = { reference: name, local: `/${name}`, remote: 'example.org', extra: '' };
    sessions.open('rtmp', { id: `${name} ${bytes}`, ...identity }).tx(bytes);
  };
  const summary = () => sessions.summary(['rtmp']).rtmp?.summary;
  return { sessions, messages, watch, summary, end };
}

const MB = 1024 * 1024;

describe('stored viewer statistics', () => {
  it('survive a restart in every sum, including viewers who were still watching', async () => {
    const dir = testTempDir();
    const first = await live(dir);
    first.watch('a', 3 * MB);
    first.watch('a', 2 * MB);
    first.watch('b', MB);
    await first.end();
    const second = await live(dir);
    const sum = (sessions: number, mb: number) => ({ sessions, traffic_rx_mb: 0, traffic_tx_mb: mb });
    expect(second.summary()).toEqual({
      ...sum(3, 6),
      remote: { 'example.org': { ...sum(3, 6), local: { '/a': sum(2, 5), '/b': sum(1, 1) } } },
      local: { '/a': sum(2, 5), '/b': sum(1, 1) },
      reference: { a: sum(2, 5), b: sum(1, 1) },
    });
    second.watch('a', MB);
    await second.end();
    expect((await live(dir)).summary()).toMatchObject(sum(4, 7));
  });

  it.each([
    ['storing is off', { persist: false }],
    ['sessions are off', { enable: false }],
  ])('leave no file if %s', async (_, settings) => {
    const dir = testTempDir();
    const core = await live(dir, settings);
    core.watch('a', MB);
    await core.end();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('are stored periodically, in case the core is killed', async () => {
    const dir = testTempDir();
    const first = await live(dir, { persist_interval_sec: 1, session_timeout_sec: 1 });
    first.watch('a', MB);
    first.sessions.stop();
    await until(
      async () => readdirSync(findHistoryFolder(dir)),
      (files) => files.includes('rtmp.json'),
    );
    expect((await live(dir)).summary()).toMatchObject({ sessions: 1 });
  });

  it('of the real core are readable', async () => {
    const dir = testTempDir();
    mkdirSync(findHistoryFolder(dir), { recursive: true });
    const entry = { location: 'play:/a', peer: '192.0.2.1:5', reference: 'a', total_rxbytes: 0, total_txbytes: 2 * MB };
    const recorded = { sessions: { 'play:/a:192.0.2.1:5:a': { ...entry, total_sessions: 7 } } };
    writeFileSync(join(findHistoryFolder(dir), 'rtmp.json'), JSON.stringify(recorded, null, 4));
    const { summary, messages } = await live(dir);
    expect(summary()).toMatchObject({ sessions: 7, traffic_tx_mb: 2, reference: { a: { sessions: 7 } } });
    expect(messages).toEqual([]);
  });

  it('above the size limit are ignored, and set aside by the next write', async () => {
    const dir = testTempDir();
    mkdirSync(findHistoryFolder(dir), { recursive: true });
    const file = join(findHistoryFolder(dir), 'rtmp.json');
    writeFileSync(file, '{');
    truncateSync(file, 64 * MB + 1);
    const { messages, watch, end } = await live(dir);
    expect(messages).toEqual(['warn Stored viewer statistics cannot be read, they begin anew']);
    watch('a', MB);
    await end();
    expect((await live(dir)).summary()).toMatchObject({ sessions: 1 });
    const damaged = readdirSync(findHistoryFolder(dir)).filter((name) => name.startsWith('rtmp.json.damaged-'));
    expect(damaged).toHaveLength(1);
  });

  it('of the real core with very many names do not delay the start, and keep the most watched', async () => {
    const dir = testTempDir();
    mkdirSync(findHistoryFolder(dir), { recursive: true });
    const entry = (n: number, sessions: number) => ({
      ...{ location: `play:/l${n}`, peer: `192.0.2.1:${n}`, reference: `r${n}` },
      ...{ total_sessions: sessions, total_rxbytes: 0, total_txbytes: MB },
    });
    const seldom = Array.from({ length: 30_000 }, (_, n) => [`s${n}`, entry(n, 1)]);
    const text = JSON.stringify({ sessions: Object.fromEntries([...seldom, ['often', entry(99_999, 7)]]) });
    writeFileSync(join(findHistoryFolder(dir), 'rtmp.json'), text);
    const spentMs = processorTime();
    const { summary, end } = await live(dir);
    expect(spentMs()).toBeLessThan(3_000);
    expect(summary()).toMatchObject({ sessions: 30_007, reference: { r99999: { sessions: 7 } } });
    expect(Object.keys(summary()?.reference ?? {}).length).toBeLessThan(1_000);
    await end();
  });

  it('are not stored continuously if the interval exceeds the longest timer', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    await live(testTempDir(), { persist_interval_sec: 5_000_000 });
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(2 ** 31 - 1);
    timers.mockRestore();
  });

  it.each([
    ['truncated', '{"all":{"sess'],
    ['empty', ''],
    ['another type', '[]'],
    ['with negative numbers', '{"sessions":{"a":{"location":"","peer":"","reference":"","total_sessions":-1}}}'],
  ])('restart if file and copy are %s; the file is set aside, and other files count', async (_, text) => {
    const dir = testTempDir();
    const first = await live(dir);
    first.watch('a', MB);
    first.sessions.open('hls', { reference: 'b', local: 'b', remote: 'b', extra: '' }).tx(1);
    await first.end();
    const folder = findHistoryFolder(dir);
    for (const name of ['rtmp.json', 'rtmp.json.previous']) writeFileSync(join(folder, name), text);
    const second = await live(dir);
    expect(second.summary()).toMatchObject({ sessions: 0 });
    expect(second.sessions.totals.hls.sessions()).toBe(1);
    expect(second.messages).toEqual(['warn Stored viewer statistics cannot be read, they begin anew']);
    second.watch('a', MB);
    await second.end();
    const damaged = readdirSync(folder).filter((name) => name.startsWith('rtmp.json.damaged-'));
    expect(damaged.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([text]);
    expect((await live(dir)).summary()).toMatchObject({ sessions: 1 });
  });

  it('that cannot be written stay in memory, with a log line, and are written later', async () => {
    const dir = testTempDir();
    const folder = findHistoryFolder(dir);
    writeFileSync(folder, 'a file in its place');
    const first = await live(dir, { persist_interval_sec: 1 });
    first.watch('a', MB);
    first.sessions.stop();
    await until(
      async () => first.messages,
      (messages) => messages.includes('warn Viewer statistics could not be stored'),
    );
    expect(first.summary()).toMatchObject({ sessions: 1 });
    rmSync(folder);
    await until(
      async () => readdirSync(folder),
      (files) => files.includes('rtmp.json'),
    );
  });

  it('keep their old state after an interrupted write', async () => {
    const dir = testTempDir();
    const first = await live(dir);
    first.watch('a', MB);
    await first.end();
    writeFileSync(join(findHistoryFolder(dir), 'rtmp.json.next'), '{"all":{"sess');
    const second = await live(dir);
    expect(second.summary()).toMatchObject({ sessions: 1 });
    second.watch('b', MB);
    await second.end();
    expect(readdirSync(findHistoryFolder(dir))).toEqual(['rtmp.json', 'rtmp.json.previous']);
  });
});
