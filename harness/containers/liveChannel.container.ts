import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Core } from '../../src/api/client.ts';
import { decode } from '../streams/decode.ts';
import { PATIENCE_MS } from '../test/testing/machineSlowness.ts';
import { operate, startDemoChannel } from '../tools/demo/demoChannel.ts';
import { appears, PATTERN } from './bootImage.ts';
import { ALL_IN_ONE, EMBEDDED } from './buildImages.ts';
import { apiOf, containerFixture, HEALTH, picture, USER } from './containerFixture.ts';
import { countPictures } from './countPictures.ts';
import { openSink, type SinkProtocol } from './openSink.ts';

const { container, started, volumes, folders, afterwards } = containerFixture();

const SENT = 25;
const TOKEN = 'token-of-the-other';

const PLANS = {
  rtmp: (address: string) => ({
    service: 'rtmp',
    settings: { address: `${address}/live`, options: { rtmp_playpath: 'key' } },
  }),
  srt: (address: string) => ({ service: 'srt', settings: { address } }),
};

async function publish(core: Core, protocol: SinkProtocol, plan: ReturnType<(typeof PLANS)[SinkProtocol]>) {
  return operate(core, async (operator) => {
    const channel = await startDemoChannel(operator, PATTERN);
    const id = await operator.addPublication({ channel, name: `To a sink by ${protocol}`, ...plan });
    await core.processCommand({ id, body: { command: 'start' } });
    return channel;
  });
}

async function sinkOf(protocol: SinkProtocol, seconds = SENT) {
  const sink = await openSink(protocol, seconds);
  afterwards(() => sink.kill().catch(() => {}));
  return sink;
}

describe.each([EMBEDDED, ALL_IN_ONE])('the image %s', (image) => {
  it.each(['rtmp', 'srt'] as const)('publishes to a sink in another container by %s', async (protocol) => {
    const sink = await sinkOf(protocol);
    const running = await started((await container(image)).withUser(USER));
    await publish(await apiOf(running), protocol, PLANS[protocol](sink.address));
    expect(await sink.pictures()).toBe(SENT);
  });

  it('publishes to another core in another container, which serves it to a viewer', async () => {
    const other = (await container(EMBEDDED)).withEnvironment({ CORE_RTMP_TOKEN: TOKEN });
    await started(other.withUser(USER));
    const running = await started((await container(image)).withUser(USER));
    const key = `key?token=${TOKEN}`;
    const settings = { address: `127.0.0.1:${other.rtmpPort}/live`, options: { rtmp_playpath: key } };
    await publish(await apiOf(running), 'rtmp', { service: 'rtmp', settings });
    const arrives = () =>
      decode(['-rw_timeout', '10000000', '-i', `rtmp://127.0.0.1:${other.rtmpPort}/live/${key}`], 'video', SENT);
    await expect.poll(() => arrives().then(() => true), { timeout: PATIENCE_MS }).toBe(true);
  });

  it('stops within 10 s with a live stream, resumes when it is replaced, and publishes again', async () => {
    const mounts = await volumes();
    const sluice = async () => (await container(image)).withUser(USER).withVolumes(mounts);
    const first = await started(await sluice());
    // More than it gets before the stop, so that it stays connected, like a platform's receiver.
    const sink = await sinkOf('srt', 100_000);
    const core = await apiOf(first);
    const channel = await publish(core, 'srt', PLANS.srt(sink.address));
    await appears(`${first.url}/memfs/${channel}.m3u8`);
    const publications = async (api: Core) =>
      (await api.processes({ filter: 'config,state' })).map(({ id, state }) => [id, state?.order, state?.exec]).sort();
    await expect
      .poll(async () => (await publications(core)).map(([, , exec]) => exec), HEALTH)
      .not.toContain('starting');
    const before = (await publications(core)).map(([id, order]) => [id, order]);
    const { code, ms } = await first.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    await sink.kill();

    const second = await started(await sluice());
    const restarted = await apiOf(second);
    expect((await publications(restarted)).map(([id, order]) => [id, order])).toEqual(before);
    await appears(`${second.url}/memfs/${channel}.m3u8`);
    await decode(['-i', `${second.url}/memfs/${channel}.m3u8`], 'video', SENT);
  });

  it('finalizes a recording when it is stopped', async () => {
    const mounts = await folders(['config', 'data']);
    const running = await started((await container(image)).withUser(USER).withVolumes(mounts));
    const core = await apiOf(running);
    const file = {
      address: '/core/data/recorded.mp4',
      options: ['-c:v', 'libx264', '-preset', 'ultrafast', '-f', 'mp4'],
    };
    await core.processAdd({ body: picture('recording', file) });
    const recordedFrames = async () => (await core.processState({ id: 'recording' })).progress?.frame ?? 0;
    await expect.poll(recordedFrames, HEALTH).toBeGreaterThan(SENT);
    const frames = await recordedFrames();
    expect((await running.stop()).code).toBe(0);
    // The index is written last; without it nothing can be decoded.
    expect(await countPictures(path.join(mounts.data, 'recorded.mp4'))).toBeGreaterThanOrEqual(frames);
  });
});
