import { readFileSync } from 'node:fs';
import { type CpuShares, type CpuTicks, cpuShares, parseCpu } from './proc.ts';

/** What the processors did between the last two looks. */
export function watchCpu(read: () => string = readStat) {
  let before: CpuTicks | null = parseCpu(read());
  let latest: CpuShares | null = null;
  const look = () => {
    const after = parseCpu(read());
    const shares = before === null || after === null ? null : cpuShares(before, after);
    if (shares === null) return;
    latest = shares;
    before = after;
  };
  return {
    look,
    shares(): CpuShares | null {
      // Asked before the first regular look: a short time is better than none.
      if (latest === null) look();
      return latest;
    },
  };
}

function readStat(): string {
  try {
    return readFileSync('/proc/stat', 'utf8');
  } catch {
    // Not Linux: nothing is told of the processors.
    return '';
  }
}
