import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processorTime } from '../../harness/test/testing/processorTime.ts';
import { Config } from '../config/configSchema.ts';
import { limit } from '../util/limits.ts';
import { createCollector } from './collector.ts';
import { createSessions, type FileRequest, type Sessions } from './index.ts';
import { createSessionIds } from './sessionId.ts';
import { createTotals } from './totals.ts';

const open: Sessions[] = [];
beforeEach(() => void vi.useFakeTimers({ now: 1_795_210_604_000 }));
afterEach(() => {
  for (const sessions of open.splice(0)) sessions.stop();
  vi.useRealTimers();
});

const SECRET = 'secret';
const ids = createSessionIds(SECRET);
const media = Buffer.from('#EXTM3U\n#EXTINF:2,\nx_0000.ts\n');

function start() {
  const config = Config.parse({ api: { auth: { jwt: { secret: SECRET } } } });
  const sessions = createSessions({ config: () => config });
  open.push(sessions);
  return sessions;
}

const request = (more: Partial<FileRequest>): FileRequest => ({
  path: '/memfs/x.m3u8',
  query: '',
  address: '198.51.100.23',
  userAgent: '',
  referer: '',
  ...more,
});

function watch(sessions: Sessions, bytes: number, more: Partial<FileRequest> = {}) {
  const query = `session=${ids.create()}`;
  sessions.playlist(request({ query, ...more }), media);
  sessions.segment(request({ ...more, query, path: '/memfs/x_0000.ts' }))?.tx(bytes);
}

const sizeOf = (answer: unknown) => Buffer.byteLength(JSON.stringify(answer));
const heapMb = () => process.memoryUsage().heapUsed / 1024 / 1024;

describe('texts sent by viewers', () => {
  it.each([
    ['a program', { userAgent: `"${'\u00ff'.repeat(14_000)}` }],
    ['a page', { referer: `https://${'a.'.repeat(7_000)}example/` }],
    ['a page that fits', { referer: `https://${'a.'.repeat(1_000)}example/` }],
    ['an address', { address: `${'9'.repeat(14_000)}.` }],
    ['a path', { path: `/memfs/${'p'.repeat(14_000)}.m3u8` }],
  ])('are truncated: %s', (_, more) => {
    const sessions = start();
    const spentMs = processorTime();
    for (let times = 0; times < 20; times += 1) watch(sessions, 1, more);
    expect(spentMs()).toBeLessThan(1_000);
    const [entry] = sessions.active(['hls']).hls ?? [];
    if (entry === undefined) throw new Error('nobody is listed');
    for (const text of [entry.reference, entry.local, entry.remote, entry.extra]) {
      expect(text.length).toBeLessThanOrEqual(limit('sessionText'));
    }
  });
});

describe('a list of active sessions', () => {
  it('stays small for thousands of viewers with long texts, and counts them all', () => {
    const sessions = start();
    const before = heapMb();
    for (let viewer = 0; viewer < 4_000; viewer += 1) {
      watch(sessions, viewer === 2_000 ? 50_000_000 : 1_000, {
        userAgent: `${'"'.repeat(14_000)}${viewer}`,
        referer: `https://${viewer}.example/`,
        address: `198.51.${viewer % 250}.1`,
      });
    }
    expect(heapMb() - before).toBeLessThan(64);
    sessions.open('rtmp', {
      id: '/live/x',
      reference: 'x',
      local: 'publish:/live/x',
      remote: '192.0.2.1:5',
      extra: '',
    });
    vi.advanceTimersByTime(5_000);
    const active = sessions.active(['hls', 'rtmp', 'srt', 'ffmpeg', 'http', 'hlsingress']);
    expect(sizeOf(active)).toBeLessThan(limit('sessionList') + 1024);
    expect(active.rtmp).toHaveLength(1);
    const list = active.hls ?? [];
    expect(list[0]?.bytes_tx).toBe(50_000_000);
    const others = list.at(-1);
    expect(others).toMatchObject({ id: 'others:x', reference: 'x', extra: `${4_000 - list.length + 1} sessions` });
    expect(list.reduce((sum, { bytes_tx }) => sum + bytes_tx, 0)).toBe(50_000_000 + 3_999 * 1_000);
    const { hls } = sessions.summary(['hls', 'rtmp']);
    expect(hls?.active.sessions).toBe(4_000);
    expect(hls?.active.bandwidth_tx_mbit).toBeGreaterThan(70);
    expect(sizeOf(hls?.active.list)).toBeLessThan(limit('sessionList') + 1024);
    expect(sessions.widget('x').current).toBe(4_000);
  });

  it('is complete for hundreds of viewers, in order of arrival', () => {
    const sessions = start();
    for (let viewer = 0; viewer < 400; viewer += 1) {
      watch(sessions, viewer, { userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${viewer}` });
    }
    expect(sessions.active(['hls']).hls?.map(({ bytes_tx }) => bytes_tx)).toEqual(
      Array.from({ length: 400 }, (_, viewer) => viewer),
    );
  });

  it('contains a limited number of collectors per request', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `n${at}`);
    const sessions = start();
    expect(sizeOf(sessions.summary(names))).toBeLessThan(20_000);
    expect(sizeOf(sessions.active(names))).toBeLessThan(1_000);
  });
});

describe('a session collector', () => {
  const clocks = { timeoutMs: 30_000, now: () => performance.now(), date: Date.now };
  const identityOf = (network: string) => ({ reference: 'x', local: '/x', remote: '', extra: '', network });

  it('limits active sessions; the network with the most loses some', () => {
    const mostActive = limit('activeSessions') / 100;
    const collector = createCollector({ ...clocks, mostActive });
    collector.open('honest', identityOf('192.0.2.1'), 'active');
    collector.open('stands', identityOf('203.0.113.9'), 'standing');
    for (let at = 0; at < 20 * mostActive; at += 1) {
      collector.activate(collector.open(`${at}`, identityOf('203.0.113.9'), 'pending'));
      expect(collector.active.size).toBeLessThanOrEqual(mostActive);
    }
    expect([collector.active.has('honest'), collector.active.has('stands')]).toEqual([true, true]);
    expect(collector.active.size + collector.ended.sessions()).toBe(20 * mostActive + 2);
  });

  it('limits pending viewers', () => {
    const mostPending = limit('pendingSessions') / 100;
    const collector = createCollector({ ...clocks, mostPending });
    for (let at = 0; at <= mostPending; at += 1) collector.open(`${at}`, identityOf('a'), 'pending');
    expect([collector.find('0'), collector.find('1')?.id]).toEqual([undefined, '1']);
  });
});

describe('sums of ended sessions', () => {
  it('limit the number of names, and keep the frequent ones', () => {
    const totals = createTotals();
    const add = (name: string) =>
      totals.add({ reference: name, local: `/${name}`, remote: name }, { sessions: 1, rx: 0, tx: 1 });
    for (let times = 0; times < 3; times += 1) add('honest');
    for (let at = 0; at < 5 * limit('sessionNames'); at += 1) add(`made up ${at}`);
    add('honest');
    const { remote, local, reference, sessions } = totals.summary();
    for (const names of [remote, local, reference]) {
      expect(Object.keys(names).length).toBeLessThanOrEqual(limit('sessionNames') + 1);
    }
    expect(sessions).toBe(5 * limit('sessionNames') + 4);
    expect(remote.honest).toMatchObject({ sessions: 4, local: { '/honest': { sessions: 4 } } });
    expect(Object.values(reference).reduce((sum, counts) => sum + counts.sessions, 0)).toBe(sessions);
    expect(totals.sessionsOf('honest')).toBe(4);
    expect(sizeOf(totals.summary())).toBeLessThan(500_000);
  });
});

it("an encoder with a channel's push key cannot displace the counts of others", () => {
  const sessions = start();
  const key = '11111111-2222-4333-8444-555555555555';
  const names = [`../x_0000.ts`, '/memfs/x_0000.ts'].map((name) => `#EXTINF:2,\n${name}\n`).join('');
  const ingress = () => sessions.active(['hlsingress']).hlsingress ?? [];
  sessions.written(request({ path: '/memfs/x_0000.ts' }), 50_000, null);
  for (let n = 0; n < 3_000; n += 1) sessions.written(request({ path: `/memfs/ingest/${key}_${n}.ts` }), 9, null);
  sessions.written(request({ path: `/memfs/ingest/${key}.m3u8` }), 9, Buffer.from(`#EXTM3U\n${names}`));
  sessions.written(request({}), 100, media);
  for (let n = 0; n < limit('activeSessions') + 500; n += 1) {
    sessions.written(request({ path: `/memfs/ingest/${key}_${n}.m3u8` }), 9, media);
  }
  const own = ingress().find(({ local }) => local === '/memfs/x.m3u8');
  expect(own?.bytes_rx).toBe(50_100);
});
