import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { SkillsAnswer } from '../../../src/api/answers/skills.ts';
import { ingestId } from '../../../src/api/processIds.ts';
import { isLiveIn } from '../../../src/features/live/status/slice.ts';
import { openHeadless } from '../../../src/headless.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { LACKING, REMOVED_OPTIONS, simulatedFfmpegVersion } from '../../streams/simulatedFfmpegVersion.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { start } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';

/* An ffmpeg newer than every table, without some older options and one encoder. */

const USER = { name: 'admin', password: 'a-secret' };

const open: { stop(): unknown }[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.stop();
});

const skillsAt = async ({ ask }: Pick<Awaited<ReturnType<typeof start>>, 'ask'>) =>
  skillsOf(SkillsAnswer.parse((await ask('GET', '/api/v3/skills')).json()));

it('a channel goes live with an ffmpeg 9.0 that lacks an encoder and rejects older options', async () => {
  const ffmpeg = await simulatedFfmpegVersion(testTempDir());
  for (const option of REMOVED_OPTIONS)
    await expect(promisify(execFile)(ffmpeg, [option, '1'])).rejects.toThrow('Unrecognized');

  const older = await skillsAt(await start());
  // The registration restarts the core, so it needs a fixed address.
  const address = `127.0.0.1:${await freePort()}`;
  const { ask } = await start({ CORE_ADDRESS: address, CORE_FFMPEG_BINARY: ffmpeg });
  const newer = await skillsAt({ ask });
  expect(newer.ffmpeg).toMatchObject({ major: 9, minor: 0 });
  expect(older.encoders.video).toContain(LACKING);
  expect(newer.encoders).toEqual({
    ...older.encoders,
    video: older.encoders.video.filter((encoder) => encoder !== LACKING),
  });

  const sluice = openHeadless({ address: `http://${address}` });
  open.push(sluice);
  await sluice.register(USER);
  const picture = { source: 'testsrc2', size: '320x180', fps: '10' };
  const source = { tile: 'virtualvideo', settings: picture, audio: 'tone' } as const;
  const channel = await sluice.setUpChannel({ name: 'Studio A', source });
  const state = await sluice.until(isLiveIn, PATIENCE_MS);
  expect(state.session).toMatchObject({ skills: { ffmpeg: { major: 9 } } });
  const body = JSON.stringify({ username: USER.name, password: USER.password });
  const headers = { 'Content-Type': 'application/json' };
  const { access_token: token } = (await ask('POST', '/api/login', { body, headers })).json();
  const run = (await ask('GET', `/api/v3/process/${encodeURIComponent(ingestId(channel))}/config`, { token })).text;
  expect(run).toContain('"-fps_mode"');
});
