import { describe, expect, it } from 'vitest';
import { type Core, createCoreClient } from '../src/api/client.ts';
import { ingestId, METADATA_KEY } from '../src/api/processIds.ts';
import { createProcessFeed } from './coreFeed.ts';
import { createReturnWatch } from './returnWatch.ts';

const [A, B] = ['11111111-2222-3333-4444-555555555555', '11111111-2222-3333-4444-666666666666'];
const KEY = 'abcdef-ghjkmn-pqrstu';
const waiting = { order: 'start', exec: 'failed', runtime_seconds: 2, reconnect_seconds: 12 };
const live = {
  ...{ order: 'start', exec: 'running', runtime_seconds: 30, reconnect_seconds: -1 },
  progress: { fps: 25, frame: 500, speed: 1 },
};

interface FakeChannel {
  state: object;
  type: 'rtmp' | 'srt' | 'hls';
  key: string;
  address?: string;
}

function scene(channels: Record<string, FakeChannel>) {
  const published: { rtmp: string[]; srt: string[] } = { rtmp: [], srt: [] };
  const calls: string[] = [];
  const process = (channel: string, { state, type, key, address = `{rtmp,name=${key}}` }: FakeChannel) => {
    const input = [{ id: 'input_0', address, options: [] }];
    const settings = { mode: 'push', push: { type, name: key } };
    const stored = { version: '1.14.0', sources: [{ type: 'network', settings, inputs: input }] };
    const config = { id: ingestId(channel), reference: channel, input, output: [] };
    return {
      id: ingestId(channel),
      type: 'ffmpeg',
      reference: channel,
      state,
      config,
      metadata: { [METADATA_KEY]: stored },
    };
  };
  const json = (body: unknown) => new Response(JSON.stringify(body), { status: 200 });
  const server = { isAway: false };
  const send: typeof fetch = async (url, options) => {
    if (server.isAway) throw new TypeError('fetch failed');
    const { pathname, searchParams } = new URL(String(url));
    const path = decodeURIComponent(pathname).replace('/api', '');
    const all = Object.entries(channels).map(([channel, config]) => process(channel, config));
    if (options?.method === 'PUT') {
      calls.push(
        `${path.replace('/v3/process/', '').replace('/command', '')} ${JSON.parse(String(options.body)).command}`,
      );
      return json('OK');
    }
    if (path === '/v3/process') return json(all.filter(({ id }) => (searchParams.get('id') ?? id) === id));
    if (path.endsWith('/state')) return json(all.find(({ id }) => path.includes(id))?.state);
    if (path === '/v3/config') calls.push(path);
    if (path === '/v3/config')
      return json({
        config: { version: 3, address: ':8080', rtmp: { enable: true, address: ':1935', app: '/', token: '' } },
      });
    if (path === '/v3/rtmp' || path === '/v3/srt') calls.push(path);
    if (path === '/v3/rtmp') return json(published.rtmp.map((name) => ({ name })));
    if (path === '/v3/srt') return json({ publisher: Object.fromEntries(published.srt.map((name) => [name, 1])) });
    return json({ app: 'core', auths: [], id: 'x', version: { number: '16.14.0', arch: '' } });
  };
  const core: Core = createCoreClient({ address: 'http://core:8080', send, freshMs: 0 });
  const started: string[] = [];
  const feed = createProcessFeed(core);
  const onAnswer = createReturnWatch(core, (channel) => started.push(channel));
  const runRound = async () => {
    await feed.read();
    await onAnswer(feed.latest());
  };
  const setState = (channel: string, state: object) => Object.assign(channels[channel] ?? {}, { state });
  return { published, calls, started, runRound, setState, server };
}

describe('channels whose encoders return', () => {
  it('are started by one call each, once per return', async () => {
    const { published, calls, started, runRound, setState } = scene({
      [A]: { state: waiting, type: 'rtmp', key: KEY },
      [B]: { state: waiting, type: 'srt', key: 'other-key' },
    });
    await runRound();
    expect(started).toEqual([]);
    published.rtmp = [`/${KEY}`];
    await runRound();
    await runRound();
    expect(started).toEqual([A]);
    expect(calls.filter((call) => call.startsWith(ingestId(A)) && !call.includes('snapshot'))).toEqual([
      `${ingestId(A)} reload`,
    ]);
    published.srt = ['other-key'];
    await runRound();
    expect(started).toEqual([A, B]);
    setState(A, live);
    await runRound();
    setState(A, waiting);
    await runRound();
    expect(started).toEqual([A, B, A]);
  });

  it('are started again after a restart of the core cut off their encoders', async () => {
    const { published, started, runRound, server } = scene({ [A]: { state: waiting, type: 'rtmp', key: KEY } });
    published.rtmp = [`/${KEY}`];
    await runRound();
    server.isAway = true;
    await runRound();
    server.isAway = false;
    await runRound();
    await runRound();
    expect(started).toEqual([A, A]);
  });

  it('cause one request per server, and none while all are live', async () => {
    const { calls, runRound, setState } = scene({
      [A]: { state: waiting, type: 'rtmp', key: KEY },
      [B]: { state: waiting, type: 'rtmp', key: 'other-key' },
    });
    await runRound();
    expect(calls.filter((call) => call === '/v3/rtmp').length).toBe(1);
    await runRound();
    expect(calls.filter((call) => call === '/v3/config').length).toBe(2);
    calls.length = 0;
    for (const channel of [A, B]) setState(channel, live);
    await runRound();
    expect(calls).toEqual([]);
  });

  it('cause no further requests while they wait for other sources', async () => {
    const { calls, runRound } = scene({
      [A]: { state: waiting, type: 'rtmp', key: KEY, address: 'rtmp://elsewhere.example/x' },
    });
    await runRound();
    await runRound();
    await runRound();
    expect(calls).toEqual(['/v3/config']);
  });

  it.each<[what: string, channel: FakeChannel]>([
    ['stopped by an operator', { state: { ...waiting, order: 'stop' }, type: 'rtmp', key: KEY }],
    ['without another try', { state: { ...waiting, reconnect_seconds: -1 }, type: 'rtmp', key: KEY }],
    ['pushed by HLS, because their files remain', { state: waiting, type: 'hls', key: KEY }],
    ['that reads from elsewhere', { state: waiting, type: 'rtmp', key: KEY, address: 'rtmp://elsewhere.example/x' }],
  ])('are left alone when they are %s', async (_, channel) => {
    const { published, started, runRound } = scene({ [A]: channel });
    published.rtmp = [`/${KEY}`];
    await runRound();
    await runRound();
    expect(started).toEqual([]);
  });
});
