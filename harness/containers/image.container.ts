import { describe, expect, it } from 'vitest';
import { hasExtension } from '../../src/api/coreExtensions.ts';
import { freePort } from '../tools/launch/ports.ts';
import { ALL_IN_ONE, EMBEDDED } from './buildImages.ts';
import { apiOf, containerFixture, HEALTH, picture, USER } from './containerFixture.ts';
import type { RunningSluice } from './runningContainer.ts';

const { container, started, volumes } = containerFixture();

const states = async (running: RunningSluice) =>
  (await running.sh('cat /proc/[0-9]*/stat 2>/dev/null || true')).split('\n').filter((line) => line.includes(') '));

describe.each([EMBEDDED, ALL_IN_ONE])('the image %s', (image) => {
  it('boots healthy, without root, and warns that nothing is stored', async () => {
    const running = await started((await container(image)).checkedEvery(1));
    await expect.poll(() => running.health(), HEALTH).toBe('healthy');
    expect(await running.sh('id -u; id -g')).toBe('10001\n10001\n');
    expect((await (await fetch(`${running.url}/ui/`)).text()).toLowerCase()).toContain('<title>');
    expect(running.log()).toContain('nothing is mounted at /core/config');
    expect(running.bootMs).toBeLessThan(30_000);
  });

  it('contains licenses and a bill of materials', async () => {
    const running = await started(await container(image));
    const terms = await fetch(`${running.url}/ui/licenses.txt`);
    expect(terms.headers.get('content-type')).toContain('text/plain');
    expect(await terms.text()).toContain('Sluice is under Apache-2.0.');
    const bills = (await running.sh('cd /core/sbom && for each in *; do cat $each; echo ,; done')).trim();
    const [first, ...more] = JSON.parse(`[${bills.slice(0, -1)}]`).toReversed();
    expect(first.components).toContainEqual(expect.objectContaining({ name: 'fastify' }));
    for (const { components } of more) expect(components).toContainEqual(expect.objectContaining({ name: 'ffmpeg' }));
    expect((await fetch(`${running.url}/ui/sbom.cdx.json`)).status).toBe(404);
  });

  it('runs with only its volumes and /tmp writable', async () => {
    const sluice = (await container(image))
      .readOnly()
      .withUser(USER)
      .withVolumes(await volumes());
    const running = await started(sluice.checkedEvery(1));
    await expect(running.sh('touch /core/ui/x')).rejects.toThrow('Read-only file system');
    const core = await apiOf(running);
    await core.processAdd({ body: picture('readonly') });
    await expect.poll(async () => (await core.processState({ id: 'readonly' })).exec, HEALTH).toBe('running');
    await expect.poll(() => running.health(), HEALTH).toBe('healthy');
    expect((await running.stop()).code).toBe(0);
  });

  it('stops within 10 s with everything written, and keeps its data when it is replaced', async () => {
    const mounts = await volumes();
    const sluice = async () => (await container(image)).withUser(USER).withVolumes(mounts);
    const first = await started(await sluice());
    const core = await apiOf(first);
    await core.processAdd({ body: picture('kept') });
    await core.metadataSet({ key: 'note', body: { kept: true } });
    await first.sh('echo kept >/core/data/note.txt');
    await expect.poll(async () => (await core.processState({ id: 'kept' })).exec, HEALTH).toBe('running');
    const { id } = await core.about();
    const { code, ms } = await first.stop();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);

    const second = await started(await sluice());
    const restarted = await apiOf(second);
    expect((await restarted.processes({})).map((process) => process.id)).toEqual(['kept']);
    expect((await restarted.metadataAll()).note).toEqual({ kept: true });
    expect((await restarted.about()).id).toBe(id);
    expect(await (await fetch(`${second.url}/note.txt`)).text()).toBe('kept\n');
    await expect.poll(async () => (await restarted.processState({ id: 'kept' })).exec, HEALTH).toBe('running');
  });

  it('is unhealthy while its core is stopped, and healthy afterwards', async () => {
    const running = await started((await container(image)).checkedEvery(1));
    await expect.poll(() => running.health(), HEALTH).toBe('healthy');
    await running.signal('STOP');
    await expect.poll(() => running.health(), HEALTH).toBe('unhealthy');
    await running.signal('CONT');
    await expect.poll(() => running.health(), HEALTH).toBe('healthy');
  });

  it('reaps orphaned processes', async () => {
    const running = await started(await container(image));
    // Orphans become children of the init.
    await running.sh('for i in 1 2 3 4 5; do (sleep 0.3 & ); done');
    await expect
      .poll(async () => (await states(running)).filter((line) => line.includes('(sleep)')), HEALTH)
      .toEqual([]);
    expect((await states(running)).filter((line) => line.includes(') Z '))).toEqual([]);
  });
});

it('the embedded image has an SRT server that receives and forwards a stream', async () => {
  const srt = { CORE_SRT_ENABLE: 'true', CORE_SRT_ADDRESS: `127.0.0.1:${await freePort()}` };
  const running = await started((await container(EMBEDDED)).withUser(USER).withEnvironment(srt));
  const core = await apiOf(running);
  expect(hasExtension(await core.about(), 'no-srt-server')).toBe(false);
  const coder = ['-codec:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-f', 'mpegts'];
  await core.processAdd({ body: picture('sender', { address: '{srt,name=ch1}', options: coder }) });
  const input = [{ id: 'in', address: '{srt,name=ch1}', options: [] }];
  await core.processAdd({ body: { ...picture('reader'), input } });
  await expect.poll(async () => (await core.processState({ id: 'reader' })).progress?.frame, HEALTH).toBeGreaterThan(0);
});

it('the embedded image is unhealthy while its event loop is blocked, and healthy afterwards', async () => {
  const port = await freePort();
  const sluice = (await container(EMBEDDED)).withEnvironment({ NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` });
  const running = await started(sluice.checkedEvery(1));
  await expect.poll(() => running.health(), HEALTH).toBe('healthy');
  await running.signal('USR1'); // opens Node's debugger
  const list = async () => (await fetch(`http://127.0.0.1:${port}/json`).catch(() => null))?.json();
  await expect.poll(list, HEALTH).toEqual([expect.objectContaining({ type: 'node' })]);
  const debug = new WebSocket((await list())[0].webSocketDebuggerUrl);
  await new Promise((resolve) => debug.addEventListener('open', resolve));
  const expression = 'for (const end = Date.now() + 15_000; Date.now() < end;);';
  debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  await expect.poll(() => running.health(), HEALTH).toBe('unhealthy');
  await expect.poll(() => running.health(), HEALTH).toBe('healthy');
  debug.close();
});
