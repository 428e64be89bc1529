import { expect, it } from 'vitest';
import { until } from '../testing.ts';
import { cheapProcess, residentMb, runCore } from './runCore.ts';

it('an ffmpeg with endless output does not fill the memory', async () => {
  const core = await runCore();
  const talkative = {
    ...cheapProcess('p', { autostart: true, options: ['-loglevel', 'trace'] }),
    input: [{ id: 'in', address: 'testsrc2=size=64x36:rate=1000', options: ['-f', 'lavfi'] }],
  };
  await core.ask('POST', '/api/v3/process', talkative);
  const log = async () => (await core.ask('GET', '/api/v3/process/p/report')).json().log;
  const first = await until(log, (lines) => lines.length > 0);
  const before = residentMb(core.pid);
  await until(log, (lines) => Number(lines[0][0]) > Number(first[0][0]) + 3, 30_000);
  expect((await log()).length).toBeLessThanOrEqual(50);
  expect(residentMb(core.pid) - before).toBeLessThan(100);
  expect((await core.ask('GET', '/api/v3/process')).ms).toBeLessThan(1_000);
});
