import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { METADATA_KEY } from '../../../src/api/processIds.ts';
import { publicationSwitched } from '../../../src/features/live/publication/slice.ts';
import { isLiveIn, sourceIn, watchedStatusIn } from '../../../src/features/live/status/slice.ts';
import type { RootState } from '../../../src/features/setup/index.ts';
import { fileStorage, openHeadless } from '../../../src/headless.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { start, until } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';

/* Not beside src/headless.ts, because it starts the embedded core, and needs the machine for a real ffmpeg. */

const USER = { name: 'admin', password: 'a-secret' };
const PICTURE = { source: 'testsrc2', size: '320x180', fps: '10' };

const open: { stop(): unknown }[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.stop();
});

const isSent = (id: string) => (state: RootState) => {
  const progress = watchedStatusIn(state)?.egresses[id]?.progress;
  return progress?.status === 'connecting' && progress.seconds > 0;
};

it('the headless interface registers, sets up a channel and a publication, and survives an outage of the core', async () => {
  expect(globalThis).not.toHaveProperty('document');
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const folder = testTempDir();
  const environment = {
    CORE_ADDRESS: `127.0.0.1:${port}`,
    CORE_RTMP_ENABLE: 'true',
    CORE_RTMP_ADDRESS: `127.0.0.1:${rtmpPort}`,
  };
  const { core, home, ask } = await start(environment);
  const address = `http://127.0.0.1:${port}`;
  const storage = fileStorage(path.join(folder, 'storage.json'));
  const sluice = openHeadless({ address, storage });
  open.push(sluice);
  const state = sluice.store.getState;

  await expect(sluice.logIn(USER)).rejects.toThrow('This core has no user yet: register() makes the first');
  await sluice.register(USER);
  expect(state().session).toMatchObject({ status: 'ready', address });

  const channel = await sluice.setUpChannel({
    name: 'Studio A',
    source: { tile: 'virtualvideo', settings: PICTURE, audio: 'tone' },
  });
  expect(state().channel).toMatchObject({
    current: channel,
    list: [{ id: channel, name: 'Studio A', available: true }],
  });
  expect(sluice.place()).toBe(`/${channel}`);
  await sluice.until(isLiveIn, PATIENCE_MS);

  const sent = await sluice.addPublication({
    service: 'rtmp',
    name: 'Around the corner',
    settings: { address: `127.0.0.1:${rtmpPort}/live/out` },
  });
  expect(state().channel.list[0]?.egresses).toEqual({ [sent]: { service: 'rtmp', name: 'Around the corner' } });
  sluice.dispatch(publicationSwitched({ id: sent, on: true }));
  await sluice.until(isSent(sent), PATIENCE_MS);
  const token = await tokenOf(address);
  const arrived = async () => (await ask('GET', '/api/v3/rtmp', { token })).json();
  await until(arrived, (streams) => JSON.stringify(streams).includes('/live/out'));
  const stored = (
    await ask('GET', `/api/v3/process/${encodeURIComponent(sent)}/metadata/${METADATA_KEY}`, { token })
  ).json();
  expect(stored).toMatchObject({ name: 'Around the corner', streams: [{ codec: 'h264' }, { codec: 'aac' }] });

  await core.stop();
  await sluice.until(({ connection }) => connection.status === 'lost', PATIENCE_MS);
  const lostAt = Date.now();
  await start(environment, home);
  await sluice.until(({ connection }) => connection.status === 'alive', PATIENCE_MS);
  await sluice.until(
    (state) => (state.status.watchedAt ?? 0) > lostAt && sourceIn(state)?.progress.order === 'start',
    15_000,
  );
  await sluice.until(isLiveIn, PATIENCE_MS);
  expect(state().session.status).toBe('ready');

  const later = openHeadless({ address, storage: fileStorage(path.join(folder, 'storage.json')) });
  open.push(later);
  await later.enter();
  expect(later.store.getState().channel.list).toMatchObject([{ id: channel, name: 'Studio A' }]);
  expect(await readFile(path.join(folder, 'storage.json'), 'utf8')).not.toContain(USER.password);
});

it('the headless interface performs the first actions of an operator, and names failures', async () => {
  const port = await freePort();
  const { core } = await start({
    CORE_ADDRESS: `127.0.0.1:${port}`,
    CORE_RTMP_ENABLE: 'true',
    CORE_RTMP_ADDRESS: '127.0.0.1:0',
  });
  const sluice = openHeadless({ address: `http://127.0.0.1:${port}` });
  open.push(sluice);
  await expect(sluice.logIn(USER)).rejects.toMatchObject({ name: 'HeadlessError', code: 'login' });
  await sluice.register(USER);
  expect(await sluice.list()).toEqual([]);
  const channel = await sluice.setUpChannel({
    name: 'Studio A',
    source: { tile: 'virtualvideo', settings: PICTURE, audio: 'tone' },
  });
  await sluice.awaitState(channel, 'live', PATIENCE_MS);
  const address = `127.0.0.1:${core.ports().rtmp}/out`;
  const publication = await sluice.addPublication({ channel, service: 'rtmp', name: 'Out', settings: { address } });
  expect(await sluice.list()).toEqual([
    {
      ...{ id: channel, name: 'Studio A', state: 'live' },
      publications: [{ id: publication, service: 'rtmp', name: 'Out', state: 'stopped' }],
    },
  ]);
  await sluice.startPublication(publication);
  await sluice.awaitState(publication, 'live', PATIENCE_MS);

  await sluice.editPublication(publication, { name: 'Far out' });
  await sluice.editPublication(publication, { name: 'Far out' });
  await sluice.editChannel(channel, { name: 'Studio B', description: 'Every Sunday' });
  expect(await sluice.list()).toMatchObject([{ name: 'Studio B', publications: [{ name: 'Far out' }] }]);
  await expect(sluice.editChannel(channel, { name: ' ' })).rejects.toMatchObject({
    code: 'refused',
    message: 'texts.name: a text is missing',
  });

  await sluice.stopPublication(publication);
  await sluice.awaitState(publication, 'stopped', PATIENCE_MS);
  await expect(sluice.awaitState(publication, 'live', 1)).rejects.toMatchObject({
    code: 'timeout',
    message: 'Still stopped after 0.001 s',
  });
  await sluice.deletePublication(publication);
  await expect(sluice.startPublication(publication)).rejects.toMatchObject({
    code: 'refused',
    message: `There is no publication "${publication}"`,
  });
  await sluice.stopChannel(channel);
  await sluice.awaitState(channel, 'stopped', PATIENCE_MS);
  await sluice.startChannel(channel);
  await sluice.awaitState(channel, 'starting', PATIENCE_MS);
  await sluice.deleteChannel(channel);
  expect(await sluice.list()).toEqual([]);
  await expect(sluice.stopChannel(channel)).rejects.toMatchObject({ code: 'refused' });

  await core.stop();
  await sluice.until(({ connection }) => connection.status === 'lost', PATIENCE_MS);
  // The client caches the last response briefly.
  const failed = await until(
    () => sluice.list().then(String, (error: unknown) => ({ error })),
    (outcome) => typeof outcome !== 'string',
  );
  expect(failed).toMatchObject({ error: { name: 'HeadlessError', code: 'unreachable' } });
  sluice.stop();
  await expect(sluice.enter()).rejects.toMatchObject({ code: 'stopped' });
});

async function tokenOf(address: string): Promise<string> {
  const body = JSON.stringify({ username: USER.name, password: USER.password });
  const headers = { 'Content-Type': 'application/json' };
  const answer: unknown = await (await fetch(`${address}/api/login`, { method: 'POST', body, headers })).json();
  return typeof answer === 'object' && answer && 'access_token' in answer ? String(answer.access_token) : '';
}
