import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import recordings from '../../harness/test/core/conformance/fixtures/sessions.json' with { type: 'json' };
import { Config } from '../config/configSchema.ts';
import { createRate } from './collector.ts';
import { createSessions, type FileRequest, type Sessions } from './index.ts';
import { createSessionIds } from './sessionId.ts';

const recordedBody = (name: string): unknown =>
  z
    .array(z.object({ name: z.string(), response: z.object({ body: z.unknown().optional() }) }))
    .parse(recordings)
    .find((recording) => recording.name === name)?.response.body;

const START_S = 1_795_210_604;
const open: Sessions[] = [];
beforeEach(() => void vi.useFakeTimers({ now: START_S * 1000 }));
afterEach(() => {
  for (const sessions of open.splice(0)) sessions.stop();
  vi.useRealTimers();
});
const advanceSeconds = (count: number) => vi.advanceTimersByTime(count * 1000);

function start(settings: Partial<Config['sessions']> = {}) {
  const config = Config.parse({
    api: { auth: { jwt: { secret: SECRET } } },
    sessions: { session_timeout_sec: 6, ...settings },
  });
  const sessions = createSessions({ config: () => config });
  open.push(sessions);
  return sessions;
}

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const SECRET = 'secret';
const ids = createSessionIds(SECRET);
const [ID, OTHER, THIRD, FOURTH] = [ids.create(), ids.create(), ids.create(), ids.create()];
const MADE_UP = '7SBmNdKSbLdkrFbkDcSgLn';
const media = Buffer.from(`#EXTM3U\n#EXTINF:2,\n${CHANNEL}_0000.ts\n`);
const request = (name: string, query = '', more: Partial<FileRequest> = {}): FileRequest => ({
  path: `/memfs/${name}`,
  query,
  address: '198.51.100.23',
  userAgent: 'rec-viewer/2',
  referer: '',
  ...more,
});
const playlist = (query = '', more: Partial<FileRequest> = {}) => request(`${CHANNEL}.m3u8`, query, more);
const segment = (query = '') => request(`${CHANNEL}_0000.ts`, query);

function watch(sessions: Sessions, id: string, bytes = 114_680, more: Partial<FileRequest> = {}) {
  const answer = sessions.playlist(playlist(`session=${id}`, more), media);
  if (answer.kind === 'body') answer.counter?.tx(500);
  sessions.segment(segment(`session=${id}`))?.tx(bytes);
  return answer;
}
const hls = (sessions: Sessions) => sessions.active(['hls']).hls ?? [];

describe('a viewer', () => {
  it('is listed after the first segment, as recorded', () => {
    const sessions = start();
    expect(sessions.playlist(playlist(), media)).toMatchObject({ kind: 'body', counter: null });
    expect(hls(sessions)).toEqual([]);
    const answer = sessions.playlist(playlist(`session=${OTHER}`), media);
    if (answer.kind === 'body') answer.counter?.tx(1_000);
    expect(hls(sessions)).toEqual([]);
    sessions.segment(segment(`session=${OTHER}`))?.tx(932_780);
    advanceSeconds(5);
    const [entry] = hls(sessions);
    const Active = z.object({ hls: z.array(z.record(z.string(), z.unknown())) });
    const [, expected] = Active.parse(recordedBody('active with two viewers')).hls;
    expect(entry).toEqual({
      ...expected,
      id: OTHER,
      bytes_tx: 933_780,
      bandwidth_tx_kbit: Math.round((933_780 * 8) / 5 / 1.024) / 1000,
    });
  });

  it('is listed with the referring page instead of the address', () => {
    const sessions = start();
    watch(sessions, ID, 1, { referer: 'https://site.example/a?b', address: '2001:db8::17' });
    expect(hls(sessions)[0]).toMatchObject({ remote: 'site.example', extra: '[2001:db8::0] rec-viewer/2' });
  });

  it('stays while fetching, and ends after the timeout', () => {
    const sessions = start();
    watch(sessions, ID);
    for (let times = 0; times < 4; times++) {
      advanceSeconds(5);
      watch(sessions, ID);
      expect(hls(sessions)).toHaveLength(1);
    }
    vi.advanceTimersByTime(5_999);
    expect(hls(sessions)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(hls(sessions)).toEqual([]);
    const { summary } = sessions.summary(['hls']).hls ?? {};
    const counted = { sessions: 1, traffic_rx_mb: 0, traffic_tx_mb: 0 };
    const local = { [`/memfs/${CHANNEL}.m3u8`]: counted };
    expect(summary).toEqual({
      ...counted,
      remote: { unknown: { ...counted, local } },
      local,
      reference: { [CHANNEL]: counted },
    });
  });

  it('that only requests the playlist is forgotten', () => {
    const sessions = start();
    sessions.playlist(playlist(`session=${ID}`), media);
    advanceSeconds(6);
    expect(sessions.segment(segment(`session=${ID}`))).toBeNull();
  });

  it('on this machine gets the original playlist and is not counted', () => {
    const sessions = start();
    expect(sessions.playlist(playlist('', { address: '127.0.0.1' }), media)).toEqual({ kind: 'pass' });
    expect(sessions.playlist(playlist('', { address: '::ffff:127.0.0.1' }), media)).toEqual({ kind: 'pass' });
  });

  it('with a malformed id is rejected', () =>
    expect(start().playlist(playlist('session=abc'), media)).toEqual({
      kind: 'refused',
      status: 403,
      message: 'Forbidden',
      detail: 'Forbidden',
    }));

  it('without a known session gets segments uncounted', () => {
    const sessions = start();
    expect(sessions.segment(segment())).toBeNull();
    expect(sessions.segment(segment(`session=${ID}`))).toBeNull();
  });
});

describe('a session id', () => {
  const body = (answer: ReturnType<Sessions['playlist']>) => (answer.kind === 'body' ? answer.body.toString() : '');
  it('that is forged plays without a session', () => {
    const sessions = start();
    const answer = watch(sessions, MADE_UP);
    expect(answer).toMatchObject({ kind: 'body', counter: null });
    expect(body(answer)).toContain(`_0000.ts?session=${MADE_UP}`);
    expect(hls(sessions)).toEqual([]);
    expect(sessions.segment(segment(`session=${MADE_UP}`))).toBeNull();
  });

  it('of the previous run stays valid and counts again', () => {
    const before = start();
    const id = /session=(\w+)/.exec(body(before.playlist(playlist(), media)))?.[1] ?? '';
    watch(before, id);
    const after = start();
    expect(body(watch(after, id))).toContain(`_0000.ts?session=${id}`);
    expect(hls(after).map((entry) => entry.id)).toEqual([id]);
  });

  it('cannot evade the limit by being forged', () => {
    const sessions = start({ max_sessions: 1 });
    watch(sessions, ID);
    expect(sessions.playlist(playlist(`session=${MADE_UP}`), media)).toMatchObject({ status: 509 });
  });
});

describe('the limit of sessions', () => {
  const full = {
    kind: 'refused',
    status: 509,
    message: 'Bandwith limit exceeded',
    detail: 'Number of sessions exceeded',
  };

  it('rejects new viewers; known ones continue, pending ones do not count', () => {
    const sessions = start({ max_sessions: 2 });
    watch(sessions, ID);
    sessions.playlist(playlist(`session=${THIRD}`), media);
    expect(sessions.playlist(playlist(), media).kind).toBe('body');
    watch(sessions, OTHER);
    expect(sessions.playlist(playlist(), media)).toEqual(full);
    expect(sessions.playlist(playlist(`session=${FOURTH}`), media)).toEqual(full);
    expect(watch(sessions, ID).kind).toBe('body');
    expect(sessions.summary(['hls']).hls?.active).toMatchObject({ sessions: 2, max_sessions: 2 });
    advanceSeconds(6);
    expect(sessions.playlist(playlist(), media).kind).toBe('body');
  });
});

describe('a client that takes all slots', () => {
  const from = (address: string) => ({ address });
  const openSessions = (sessions: Sessions, count: number) => {
    for (let times = 0; times < count; times += 1) watch(sessions, ids.create(), 1_000, from('203.0.113.9'));
  };

  it('loses idle sessions to viewers', () => {
    const sessions = start({ max_sessions: 3, session_timeout_sec: 60 });
    openSessions(sessions, 3);
    expect(sessions.playlist(playlist(), media)).toMatchObject({ status: 509 });
    advanceSeconds(6);
    expect(sessions.playlist(playlist('', from('203.0.113.9')), media)).toMatchObject({ status: 509 });
    for (const id of [ID, OTHER]) {
      expect(sessions.playlist(playlist(), media).kind).toBe('body');
      expect(watch(sessions, id).kind).toBe('body');
    }
    expect(hls(sessions).filter(({ id }) => id === ID || id === OTHER)).toHaveLength(2);
    expect(hls(sessions)).toHaveLength(3);
  });

  it('cannot displace active viewers', () => {
    const sessions = start({ max_sessions: 3 });
    for (let second = 0; second < 10; second += 1) {
      for (const id of [ID, OTHER, THIRD]) watch(sessions, id, 65_536);
      advanceSeconds(1);
    }
    expect(sessions.playlist(playlist('', from('203.0.113.9')), media)).toMatchObject({ status: 509 });
    expect(watch(sessions, ID).kind).toBe('body');
  });

  it('gets no more slots by concurrent requests', () => {
    const sessions = start({ max_sessions: 3 });
    const sessionIds = Array.from({ length: 20 }, () => ids.create());
    for (const id of sessionIds) sessions.playlist(playlist(`session=${id}`), media);
    for (const id of sessionIds) sessions.segment(segment(`session=${id}`));
    expect(hls(sessions)).toHaveLength(3);
  });

  it('reserves no unused bandwidth', () => {
    const sessions = start({ max_bitrate_mbit: 3, session_timeout_sec: 60 });
    const ingest = (second: number) => {
      sessions.written(request(`${CHANNEL}_0000.ts`), 65_536, null);
      if (second % 2 === 0) sessions.written(playlist('', from('127.0.0.1')), 100, media);
      advanceSeconds(1);
    };
    for (let second = 0; second < 8; second += 1) ingest(second);
    for (let times = 0; times < 5; times += 1) watch(sessions, ids.create(), 1_000, from('203.0.113.9'));
    expect(sessions.playlist(playlist(), media)).toMatchObject({ status: 509 });
    for (let second = 0; second < 8; second += 1) ingest(second);
    expect(sessions.playlist(playlist(), media).kind).toBe('body');
  });
});

describe('the limit of bandwidth', () => {
  /** Simulates an ingest of 0.5 Mbit/s. */
  const ingest = (sessions: Sessions) => {
    for (let second = 0; second < 4; second++) {
      sessions.written(request(`${CHANNEL}_0000.ts`), 65_536, null);
      sessions.written(playlist('', { address: '127.0.0.1' }), 100, media);
      advanceSeconds(1);
    }
  };
  const refused = { kind: 'refused', status: 509, detail: 'Bitrate limit exceeded' };

  it.each([
    [1, []],
    [2, [ID]],
    [3, [ID, OTHER]],
  ])('of %s Mbit/s admits %j', (max_bitrate_mbit, welcome) => {
    const sessions = start({ max_bitrate_mbit });
    ingest(sessions);
    for (const id of welcome) expect(watch(sessions, id).kind).toBe('body');
    expect(sessions.playlist(playlist(), media)).toMatchObject(refused);
  });

  it('admits again when peaks decay', () => {
    const sessions = start({ max_bitrate_mbit: 2, session_timeout_sec: 60 });
    ingest(sessions);
    watch(sessions, ID, 1_000);
    expect(sessions.playlist(playlist(), media)).toMatchObject(refused);
    advanceSeconds(40);
    expect(sessions.playlist(playlist(), media).kind).toBe('body');
  });
});

describe('other collectors', () => {
  it('count HTTP writes as ingress, and segments with the playlist that lists them', () => {
    const sessions = start();
    const writer = { address: '127.0.0.1', userAgent: 'Lavf/59.27.100' };
    sessions.written(request(`${CHANNEL}_0000.ts`, '', writer), 114_680, null);
    sessions.written(playlist('', writer), 100, media);
    sessions.written(playlist('', writer), 100, media);
    expect(sessions.active(['hlsingress']).hlsingress).toMatchObject([
      {
        id: `/memfs/${CHANNEL}.m3u8`,
        reference: CHANNEL,
        remote: 'unknown',
        extra: 'Lavf/59.27.100',
        bytes_rx: 114_880,
      },
    ]);
  });

  it('keep an open connection, and a closed one for the timeout', () => {
    const sessions = start();
    const identity = { id: '/live/x', reference: 'x', local: 'publish:/live/x', remote: '192.0.2.1:59934', extra: '' };
    const counter = sessions.open('rtmp', identity);
    counter.rx(10);
    advanceSeconds(60);
    expect(sessions.active(['rtmp']).rtmp).toMatchObject([{ ...identity, bytes_rx: 10, created_at: START_S }]);
    counter.close();
    advanceSeconds(5);
    sessions.open('rtmp', identity).rx(5);
    expect(sessions.active(['rtmp']).rtmp).toMatchObject([{ bytes_rx: 15 }]);
  });

  it('skip connections of this machine unless configured otherwise', () => {
    const identity = { reference: 'x', local: 'play:/x', remote: '127.0.0.1:59934', extra: '' };
    const [ignoring, counting] = [start(), start({ ip_ignorelist: [] })];
    ignoring.open('rtmp', identity).tx(1);
    counting.open('rtmp', identity).tx(1);
    expect(ignoring.active(['rtmp']).rtmp).toEqual([]);
    expect(counting.active(['rtmp']).rtmp).toHaveLength(1);
  });

  it('count all of HTTP as one session', () => {
    const sessions = start();
    sessions.transfer('http', '192.0.2.1', 10, 1_000);
    sessions.transfer('http', '192.0.2.2', 10, 1_000);
    sessions.transfer('http', '127.0.0.1', 10, 1_000);
    expect(sessions.active(['http']).http).toMatchObject([
      { id: 'HTTP', reference: '', local: 'any', remote: 'any', extra: '', bytes_rx: 20, bytes_tx: 2_000 },
    ]);
  });
});

describe('the session API', () => {
  it.each(['summary, no collector', 'active, no collector', 'active, unknown collector'])('returns %s', (name) => {
    const sessions = start();
    const names = name.includes('unknown') ? ['none'] : [''];
    expect(name.startsWith('active') ? sessions.active(names) : sessions.summary(names)).toEqual(recordedBody(name));
  });

  it('is empty while sessions are off', () => {
    const sessions = start({ enable: false });
    expect(watch(sessions, ID)).toMatchObject({ kind: 'body', counter: null });
    expect(sessions.active(['hls', 'rtmp'])).toEqual(recordedBody('sessions disabled: active'));
    expect(sessions.summary(['hls'])).toEqual(recordedBody('sessions disabled: summary'));
    expect(sessions.metrics()).toEqual([]);
    expect(sessions.widget('')).toEqual({ current: 0, total: 0 });
  });

  it('counts for the widget by prefix of the reference', () => {
    const sessions = start();
    watch(sessions, ID);
    advanceSeconds(6);
    watch(sessions, ID);
    watch(sessions, OTHER);
    expect(sessions.widget(CHANNEL.slice(0, 8))).toEqual({ current: 2, total: 1 });
    expect(sessions.widget('other')).toEqual({ current: 0, total: 0 });
  });

  it('returns metrics of all collectors', () => {
    const sessions = start({ max_sessions: 2, max_bitrate_mbit: 3 });
    watch(sessions, ID, 115_420 - 500);
    advanceSeconds(7);
    const [first] = sessions.metrics();
    expect(first).toEqual({
      collector: 'hls',
      active: 0,
      total: 1,
      limit: 2,
      rxBytes: 0,
      txBytes: 115_420,
      rxBitrate: 0,
      txBitrate: 131_908.571,
      maxRxBitrate: 0,
      maxTxBitrate: 3_145_728,
    });
    expect(sessions.metrics().find(({ collector }) => collector === 'hlsingress')).toMatchObject({
      limit: 0,
      maxTxBitrate: 0,
    });
  });
});

describe('a rate', () => {
  it('averages the last ten whole seconds', () => {
    const rate = createRate(100);
    rate.add(1_000, 100);
    const rates = [100, 101, 102, 105, 110].map((second) => rate.bitsPerSecond(second));
    expect(rates).toEqual([0, 8_000, 4_000, 1_600, 800]);
    expect(rate.bitsPerSecond(111)).toBe(0);
    expect(rate.total()).toBe(1_000);
  });
  it('excludes the current second', () => {
    const rate = createRate(100);
    rate.add(1_000, 105);
    expect(rate.bitsPerSecond(105)).toBe(0);
    expect(rate.bitsPerSecond(106)).toBeCloseTo(8_000 / 6);
  });
  it('survives a clock that is set back', () => {
    const rate = createRate(100);
    rate.add(1_000, 104);
    rate.add(1_000, 90);
    expect(rate.bitsPerSecond(105)).toBe(16_000 / 5);
  });
});
