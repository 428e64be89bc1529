import { expect, it } from 'vitest';
import { until } from '../testing.ts';
import { cheapProcess, ffmpegsOf, isAlive } from './runCore.ts';
import { coreOnFixedPort, occupyPort, storeUnusableConfig } from './storeUnusableConfig.ts';

it('a core without any working settings ends with one log line and leaves no ffmpeg', async () => {
  const { core } = await coreOnFixedPort();
  await core.ask('POST', '/api/v3/process', cheapProcess('p', { autostart: true }));
  const pids = await until(
    async () => ffmpegsOf(core.pid),
    ({ length }) => length === 1,
  );
  await storeUnusableConfig(core);
  await core.ask('GET', '/api/v3/config/reload');
  const thief = await until(
    () => occupyPort(core.port),
    () => true,
  );
  expect(await core.ended).toBe(1);
  expect(core.said().match(/Neither the new nor the old settings can be used.*in use/g)).toHaveLength(1);
  expect(pids.filter(isAlive)).toEqual([]);
  thief.close();
});
