import { expect, it } from 'vitest';
import { until } from '../testing.ts';
import { cheapProcess, ffmpegsOf, type RunningCore, residentMb, runCore } from './runCore.ts';

const DEFINED = 300;
const RUNNING = 20;
const MINUTES = Number(process.env.SOAK_MINUTES ?? 4);
const EVERY_MS = 10_000;

const timed = async (core: RunningCore, path: string, times: number): Promise<number[]> => {
  const durations: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const { status, ms } = await core.ask('GET', path);
    expect(status).toBe(200);
    durations.push(ms);
  }
  return durations;
};

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

function tablePrinter(head: string): (...cells: readonly string[]) => void {
  const widths = head.split(/ {2,}/).map(({ length }) => length);
  process.stdout.write(`${head}\n`);
  return (...cells) => {
    process.stdout.write(`${cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  ')}\n`);
  };
}

it(`with ${DEFINED} defined and ${RUNNING} running processes responses stay fast and memory stays bounded`, async () => {
  const core = await runCore();
  const ids = Array.from({ length: DEFINED }, (_, index) => `p${index}`);
  const added = ids.map((id, index) =>
    core.ask(
      'POST',
      '/api/v3/process',
      cheapProcess(id, {
        autostart: index < RUNNING,
        reference: `channel-${index % 50}`,
        reconnect: true,
        reconnect_delay_seconds: 5,
        stale_timeout_seconds: 30,
        output: [
          {
            id: 'out',
            address: '-',
            options: ['-codec:v', 'rawvideo', '-f', 'null'],
            cleanup: [{ pattern: `memfs:/{processid}_**`, max_files: 2, max_file_age_seconds: 60 }],
          },
        ],
      }),
    ),
  );
  expect((await Promise.all(added)).every(({ status }) => status === 200)).toBe(true);
  const pids = await until(
    async () => ffmpegsOf(core.pid),
    (found) => found.length === RUNNING,
  );

  const lists: number[] = [];
  const states: number[] = [];
  const print = tablePrinter('second  list p50/max ms  one state ms  resident MB  running');
  const began = performance.now();
  const memory: number[] = [];
  while (performance.now() - began < MINUTES * 60_000) {
    const round = performance.now();
    const list = await timed(core, '/api/v3/process', 5);
    const sample = await timed(core, '/api/v3/process/p1/state', 5);
    lists.push(...list);
    states.push(...sample);
    memory.push(residentMb(core.pid));
    print(
      ((round - began) / 1000).toFixed(0),
      `${percentile(list, 0.5).toFixed(0)}/${Math.max(...list).toFixed(0)}`,
      percentile(sample, 0.5).toFixed(1),
      residentMb(core.pid).toFixed(0),
      String(ffmpegsOf(core.pid).length),
    );
    // Polls every second like an open page, and measures these responses.
    while (performance.now() - round < EVERY_MS) await timed(core, '/api/v3/process?filter=state', 1);
  }

  expect(percentile(lists, 0.95), 'list of 300 with all parts, ms').toBeLessThan(250);
  expect(percentile(states, 0.95), 'state of one, ms').toBeLessThan(100);
  // The first minute fills caches. After that, memory must not grow.
  const warm = memory.slice(0, Math.ceil(memory.length / 4));
  const late = memory.slice(-Math.ceil(memory.length / 4));
  expect(Math.min(...late) - Math.max(...warm), 'growth of memory, MB').toBeLessThan(30);
  // No ffmpeg was restarted, and cleanup rules still run every second.
  expect(ffmpegsOf(core.pid).toSorted()).toEqual(pids.toSorted());
  for (const name of ['a', 'b', 'c', 'd']) await core.ask('PUT', `/memfs/p1_${name}`, 'x');
  await until(
    async () => (await core.ask('GET', '/api/v3/fs/mem?glob=/p1_*')).json(),
    (files) => files.length === 2,
    5_000,
  );
});
