import { until } from '../testing.ts';
import { cheapProcess, ffmpegsOf, isAlive, runCore } from './runCore.ts';

export async function orphansAfter(signal: NodeJS.Signals, count: number): Promise<number[]> {
  const core = await runCore();
  const ids = Array.from({ length: count }, (_, index) => `p${index}`);
  await Promise.all(ids.map((id) => core.ask('POST', '/api/v3/process', cheapProcess(id, { autostart: true }))));
  const pids = await until(
    async () => ffmpegsOf(core.pid),
    (found) => found.length === count,
  );
  core.child.kill(signal);
  await core.ended;
  const left = () => pids.filter(isAlive);
  await until(
    async () => left(),
    (alive) => alive.length === 0,
    20_000,
  ).catch(() => undefined);
  return left();
}
