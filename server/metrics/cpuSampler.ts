import { readFileSync } from 'node:fs';
import { type CpuShares, cpuShares, parseCpu } from './parseProcStatAndNet.ts';

/** CPU usage between the last two samples; before the second sample, since the machine was started. */
export function createCpuSampler(read: () => string = readStat): { sample(): void; shares(): CpuShares | null } {
  let before = { user: 0, system: 0, idle: 0, other: 0 };
  let latest: CpuShares | null = null;
  const sample = () => {
    const after = parseCpu(read());
    const shares = after === null ? null : cpuShares(before, after);
    // No time has passed: what was last known still holds.
    if (after === null || shares === null) return;
    latest = shares;
    before = after;
  };
  sample();
  return { sample, shares: () => latest };
}

function readStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8');
  } catch {
    // Not Linux: nothing is told of the processors.
    return '';
  }
}
