import { expect, it } from 'vitest';
import { Config } from '../../src/api/answers/config.ts';
import type { MetricsAnswer } from '../../src/api/answers/metrics.ts';
import { createMachineFacts } from './machineFacts.ts';

const WALL = 1_800_000_000_000;
const figure = (name: string, value: number) => ({ name, labels: {}, values: [[1, value]] as [number, number][] });
const FULL = { metrics: [figure('disk_usage', 99), figure('disk_total', 100)] };
const WITH_CERTIFICATE = { metrics: [figure('tls_certificate_end', WALL / 1000 + 86_400)] };

function createSimulation(answer: MetricsAnswer) {
  let ms = 0;
  let isFailing = false;
  const calls: string[] = [];
  const reply = async <T>(call: string, value: T): Promise<T> => {
    calls.push(call);
    return isFailing ? Promise.reject(new Error('away')) : value;
  };
  const facts = createMachineFacts({
    core: {
      metrics: () => reply('metrics', answer),
      config: () =>
        reply('config', { created_at: '', loaded_at: '', updated_at: '', overrides: [], config: Config.parse({}) }),
    },
    now: () => ms,
    wall: () => WALL + ms,
  });
  return {
    ...{ facts, calls },
    fail(value: boolean) {
      isFailing = value;
    },
    async advance(seconds: number) {
      for (let n = 0; n < seconds; n++) {
        await facts.take();
        ms += 1000;
      }
    },
    statuses: () => facts.looks().map(({ rule, condition }) => `${rule} ${condition.status}`),
  };
}

it('the machine facts are requested once a minute', async () => {
  const sim = createSimulation(FULL);
  await sim.advance(600);
  expect(sim.calls).toEqual(Array.from({ length: 10 }, () => 'metrics'));
  expect(sim.statuses()).toEqual(['disk-full bad', 'certificate off']);
});

it('the config of a core with a certificate is requested every six hours', async () => {
  const sim = createSimulation(WITH_CERTIFICATE);
  await sim.advance(7 * 3600);
  expect(sim.calls.filter((call) => call === 'config').length).toBe(2);
  expect(sim.statuses()).toContain('certificate bad');
});

it('the machine facts are unknown before the first response and after minutes without one', async () => {
  const sim = createSimulation(FULL);
  expect(sim.statuses()).toEqual([]);
  await sim.advance(10);
  sim.fail(true);
  await sim.advance(120);
  expect(sim.statuses()).not.toEqual([]);
  await sim.advance(120);
  expect(sim.statuses()).toEqual([]);
  sim.fail(false);
  await sim.advance(61);
  expect(sim.statuses()).not.toEqual([]);
});
