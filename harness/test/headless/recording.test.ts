import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openCore } from '../../../server/core.ts';
import { createCoreClient } from '../../../src/api/client.ts';
import { ingestId, METADATA_KEY } from '../../../src/api/processIds.ts';
import { publicationSwitched } from '../../../src/features/live/publication/slice.ts';
import { openHeadless } from '../../../src/headless.ts';
import { analyzeRun } from '../../../src/media/diagnosis/diagnoseFailure.ts';
import { decodedSeconds } from '../../streams/decodedSeconds.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { mayMount, mountSmallDisk } from '../core/faults/mountSmallDisk.ts';
import { until } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';

const USER = { name: 'admin', password: 'a-secret' };
const PICTURE = { source: 'testsrc2', size: '320x180', fps: '10' };
/** Two fragments and the open one. */
const MAY_BE_LOST_S = 6;
/** More than fits into the last blocks of a full disk. */
const SOME_VIDEO = 64 * 1024;

const pidOf = (folder: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/recording_`);
      } catch {
        return false; // it has ended
      }
    });

async function recordingOn(disk: string) {
  const port = await freePort();
  const core = await openCore(
    {
      CORE_ADDRESS: `127.0.0.1:${port}`,
      CORE_DB_DIR: path.join(testTempDir(), 'db'),
      CORE_STORAGE_DISK_DIR: disk,
      CORE_API_AUTH_ENABLE: 'true',
      CORE_API_AUTH_USERNAME: USER.name,
      CORE_API_AUTH_PASSWORD: USER.password,
    },
    { print: () => {}, loginDelayMs: 1 },
  );
  onTestFinished(() => core.stop());
  const api = createCoreClient({ address: `http://127.0.0.1:${port}` });
  const { access_token: access, refresh_token: refresh } = await api.login({
    body: { username: USER.name, password: USER.password },
  });
  api.setTokens({ access, refresh });
  const sluice = openHeadless({ core: api });
  onTestFinished(() => sluice.stop());
  await sluice.enter();
  const channel = await sluice.setUpChannel({
    name: 'Studio A',
    source: { tile: 'virtualvideo', settings: PICTURE, audio: 'tone' },
  });
  const id = await sluice.addPublication({ service: 'recording', name: 'Archive', settings: { name: 'show' } });
  // Shortens the retry, which is not under test.
  const { config, metadata } = await api.process({ id, filter: 'config,metadata' });
  if (!config || config === 'unread') throw new Error('The core does not say what it is made of');
  await api.processUpdate({ id, body: { ...config, reconnect_delay_seconds: 1 } });
  await api.processMetadataSet({ id, key: METADATA_KEY, body: Object(metadata)[METADATA_KEY] });
  const files = () =>
    readdirSync(disk)
      .filter((name) => name.startsWith('recording_'))
      .toSorted();
  const bytes = () => files().reduce((sum, name) => sum + statSync(path.join(disk, name)).size, 0);
  const read = (id: string) => api.process({ id, filter: 'config,state,report' });
  return { sluice, channel, id, files, bytes, read };
}

const WHAT = 'a recording whose ffmpeg is killed plays nearly to its end, and a full disk ends nothing but it';

// Only root can mount a disk small enough to fill.
it.skipIf(!mayMount())(WHAT, async () => {
  const disk = mountSmallDisk('8m');
  const { sluice, channel, id, files, bytes, read } = await recordingOn(disk.home);
  const waitFor = <T>(read: () => Promise<T>, isSo: (found: T) => boolean) => until(read, isSo, PATIENCE_MS);
  sluice.dispatch(publicationSwitched({ id, on: true }));
  await waitFor(
    () => read(id),
    ({ state }) => (state?.progress?.time ?? 0) > 16,
  );
  const { state } = await read(id);
  const sent = state?.progress?.time ?? 0;
  process.kill(Number(pidOf(disk.home)), 'SIGKILL');
  const [first = ''] = files();
  const length = await decodedSeconds(path.join(disk.home, first), 'cut off');
  expect(length).toBeGreaterThan(sent - MAY_BE_LOST_S);

  await waitFor(
    async () => files().length,
    (count) => count > 1,
  );
  await waitFor(
    () => read(id),
    (now) => (now.state?.progress?.time ?? 0) > 5,
  );

  const before = (await read(ingestId(channel))).state?.progress?.frame ?? 0;
  const runs = (await read(id)).report?.history.length ?? 0;
  disk.fill();
  const failed = await waitFor(
    () => read(id),
    (now) => now.state?.exec === 'failed' || (now.report?.history.length ?? 0) > runs,
  );
  const { run, before: earlier } = analyzeRun(failed, { role: 'target', channel });
  // A retry may already have started.
  expect((run?.failure ?? earlier?.failure)?.cause).toBe('disk-full');
  const live = await waitFor(
    () => read(ingestId(channel)),
    (now) => (now.state?.progress?.frame ?? 0) > before + 20,
  );
  expect(live.state).toMatchObject({ order: 'start', exec: 'running' });
  expect(await decodedSeconds(path.join(disk.home, first), 'cut off')).toBe(length);

  // A retry that started on the full disk continues in its own file once there is room.
  const held = bytes();
  disk.free();
  await waitFor(
    async () => bytes(),
    (now) => now > held + SOME_VIDEO,
  );
  await waitFor(
    () => read(id),
    (now) => now.state?.exec === 'running' && (now.state.progress?.time ?? 0) > 2,
  );
});
