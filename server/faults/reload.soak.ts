import { expect, it } from 'vitest';
import { until } from '../testing.ts';
import { fixed, occupy, slowlyUnusable } from './reload.ts';
import { cheap, ffmpegsOf, isAlive } from './testing.ts';

it('without new and old settings that work the core ends, with one line and without an ffmpeg left', async () => {
  const { core } = await fixed();
  await core.ask('POST', '/api/v3/process', cheap('p', { autostart: true }));
  const pids = await until(
    async () => ffmpegsOf(core.pid),
    ({ length }) => length === 1,
  );
  await slowlyUnusable(core);
  await core.ask('GET', '/api/v3/config/reload');
  const thief = await until(
    () => occupy(core.port),
    () => true,
  );
  expect(await core.ended).toBe(1);
  expect(core.said().match(/Neither the new nor the old settings can be used.*in use/g)).toHaveLength(1);
  expect(pids.filter(isAlive)).toEqual([]);
  thief.close();
});
