import type { Core } from '../../src/api/client.ts';
import { CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC } from '../../src/api/coreExtensions.ts';
import { METRICS } from '../../src/media/coreInfo/resources.ts';
import type { AlarmLook } from '../../src/media/incident/alarmLooks.ts';
import { looksAtMachine, type MachineSight } from '../../src/media/incident/machineLooks.ts';

const READ_EVERY_MS = 60_000;
const CONFIG_EVERY_MS = 6 * 3600 * 1000;
const OLD_AFTER_MS = 3 * READ_EVERY_MS;
const ASKED = { metrics: [...METRICS, CERTIFICATE_METRIC, CERTIFICATE_PROBLEM_METRIC].map((name) => ({ name })) };

interface MachineOptions {
  core: Pick<Core, 'metrics' | 'config'>;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  wall?: () => number;
}

/** Facts for alarms without a channel: one request a minute, one more every six hours for a certificate. */
export function createMachineFacts({ core, now, wall = Date.now }: MachineOptions) {
  let metrics: MachineSight['metrics'] | null = null;
  let config: MachineSight['config'] = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let configAt = Number.NEGATIVE_INFINITY;
  let dueAt = Number.NEGATIVE_INFINITY;

  async function read() {
    metrics = await core.metrics({ body: ASKED });
    readAt = now();
    const hasCertificate = metrics.metrics.some(({ name }) => name === CERTIFICATE_METRIC);
    if (!hasCertificate || now() - configAt < CONFIG_EVERY_MS) return;
    configAt = now();
    config = (await core.config()).config;
  }

  return {
    async take() {
      if (now() < dueAt) return;
      dueAt = now() + READ_EVERY_MS;
      await read().catch(() => undefined);
    },
    looks: (): readonly AlarmLook[] =>
      metrics === null || now() - readAt > OLD_AFTER_MS ? [] : looksAtMachine({ metrics, config, now: wall() }),
  };
}
