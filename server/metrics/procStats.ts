import { readFileIfPresent } from '../util/procFiles.ts';

/** Computes the CPU usage between two samples; before the second sample, since the boot. */
export function createCpuSampler(read = () => readFileIfPresent('/proc/stat') ?? ''): {
  sample(): void;
  shares(): CpuShares | null;
} {
  let before = { user: 0, system: 0, idle: 0, other: 0 };
  let latest: CpuShares | null = null;
  const sample = () => {
    const after = parseCpuStats(read());
    const shares = after === null ? null : computeCpuShares(before, after);
    // Without elapsed ticks, the last shares stay.
    if (after === null || shares === null) return;
    latest = shares;
    before = after;
  };
  sample();
  return { sample, shares: () => latest };
}

/** Ticks since the boot. */
export interface CpuTicks {
  readonly user: number;
  readonly system: number;
  readonly idle: number;
  readonly other: number;
}

export type CpuShares = CpuTicks;

/** `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal; null if malformed. */
export function parseCpuStats(stat: string): CpuTicks | null {
  const found = /^cpu +(\d+) (\d+) (\d+) (\d+) (.*)$/m.exec(stat);
  if (found === null) return null;
  const [user = 0, nice = 0, system = 0, idle = 0] = found.slice(1, 5).map(Number);
  // The last two, guest times, are already in user and nice.
  const more = (found[5] ?? '').split(' ').slice(0, 4).map(Number);
  return { user, system, idle, other: nice + more.reduce((sum, ticks) => sum + ticks, 0) };
}

export function computeCpuShares(before: CpuTicks, after: CpuTicks): CpuShares | null {
  const spent = {
    user: after.user - before.user,
    system: after.system - before.system,
    idle: after.idle - before.idle,
    other: after.other - before.other,
  };
  const total = spent.user + spent.system + spent.idle + spent.other;
  if (total <= 0) return null;
  const percent = (ticks: number) => (100 * Math.max(0, ticks)) / total;
  return {
    user: percent(spent.user),
    system: percent(spent.system),
    idle: percent(spent.idle),
    other: percent(spent.other),
  };
}

/** `/proc/net/dev`: bytes by interface. */
export function parseNetwork(dev: string): { name: string; rx: number; tx: number }[] {
  return dev.split('\n').flatMap((line) => {
    const [name, counters] = line.split(':');
    if (name === undefined || counters === undefined) return [];
    const fields = counters.trim().split(/\s+/).map(Number);
    return [{ name: name.trim(), rx: fields[0] ?? 0, tx: fields[8] ?? 0 }];
  });
}
