import { afterEach, describe, expect, it, vi } from 'vitest';
import { trialOpened, trialRequested } from '../../../src/features/setup/encoderTrial/slice.ts';
import { openHeadless } from '../../../src/headless.ts';
import { simulatedFfmpegVersion } from '../../streams/simulatedFfmpegVersion.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { start } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS, shareOfWork } from '../testing/machineSlowness.ts';

const USER = { name: 'admin', password: 'a-secret' };

const open: { stop(): unknown }[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.stop();
});

async function tried(environment: Record<string, string> = {}) {
  // The registration restarts the core, so it needs a fixed address.
  const address = `127.0.0.1:${await freePort()}`;
  const { ask, json } = await start({ CORE_ADDRESS: address, ...environment });
  const sluice = openHeadless({ address: `http://${address}` });
  open.push(sluice);
  await sluice.register(USER);
  sluice.dispatch(trialOpened());
  await sluice.until(({ session }) => session.status === 'ready', PATIENCE_MS);
  await vi.dynamicImportSettled();
  sluice.dispatch(trialRequested({ of: 'ffmpeg', confirmed: false }));
  const startedAt = Date.now();
  await sluice.until((state) => state.encoderTrial.status === 'running', PATIENCE_MS);
  const { session, encoderTrial } = await sluice.until((state) => state.encoderTrial.status === 'idle', PATIENCE_MS);
  const elapsed = Date.now() - startedAt;
  const { access_token: token } = (
    await json('POST', '/api/login', { username: USER.name, password: USER.password })
  ).json();
  const processes: { id: string }[] = (await ask('GET', '/api/v3/process', { token })).json();
  if (session.status !== 'ready') throw new Error(JSON.stringify(encoderTrial));
  const { trial, encoders } = session.skills;
  return { trial, encoders: encoders.video, elapsed, left: processes.map(({ id }) => id) };
}

describe('a trial of ffmpeg', () => {
  it('accepts every option of the installed one within a minute, scaled to the machine @timed', async () => {
    const { trial, elapsed, left } = await tried();
    expect(trial).toMatchObject({ refused: [], spellings: {}, absent: [] });
    expect(trial?.done).toBeGreaterThanOrEqual(shareOfWork(trial?.all ?? Number.POSITIVE_INFINITY));
    expect(trial?.all).toBeGreaterThan(100);
    expect(elapsed).toBeLessThan(60_000);
    expect(left).toEqual([]);
  });

  it('finds exactly the options that were removed @nightly', async () => {
    // A 5.1 that reports 9.0 also lacks enhanced RTMP.
    const ffmpeg = await simulatedFfmpegVersion(testTempDir(), { gone: ['-fps_mode', '-channels'], refused: 'libvpx' });
    const { trial, left, encoders } = await tried({ CORE_FFMPEG_BINARY: ffmpeg });
    expect(trial).toMatchObject({
      ffmpeg: '9.0.0',
      refused: [{ kind: 'encoder', name: 'libvpx', setting: null, line: "Unknown encoder 'libvpx'" }],
      spellings: { frameMode: 'before' },
      absent: ['enhancedRtmp'],
    });
    expect(encoders).toContain('libx264');
    expect(encoders).not.toContain('libvpx');
    expect(left).toEqual([]);
  });
});
