import { expect, it } from 'vitest';
import { until } from '../testing.ts';
import { cheapProcess, runCore } from './runCore.ts';

it('ffmpegs that keep failing without a delay do not block the core @nightly', async () => {
  const core = await runCore({ environment: { CORE_LOG_LEVEL: 'debug' } });
  const broken = (id: string) => ({
    ...cheapProcess(id, { autostart: true, reconnect: true, reconnect_delay_seconds: 0 }),
    input: [{ id: 'in', address: '/no/such/file', options: [] }],
  });
  await Promise.all(Array.from({ length: 10 }, (_, index) => core.ask('POST', '/api/v3/process', broken(`p${index}`))));
  const runs = async () => (await core.ask('GET', '/api/v3/process/p1/report')).json().history.length + 1;
  await until(runs, (count) => count >= 3);
  // At most one start per second each, whatever the delay.
  const [began, before] = [performance.now(), startsOf(core.said())];
  await until(
    async () => performance.now() - began,
    (passed) => passed > 3_000,
  );
  const seconds = (performance.now() - began) / 1000;
  expect(startsOf(core.said()) - before).toBeLessThanOrEqual(10 * (seconds + 1));
});

const startsOf = (log: string): number => log.match(/msg="Started" id=/g)?.length ?? 0;
