import type { ProcessConfig } from '../store/processConfig.ts';
import type { ResourceUsage } from './cpuAndMemoryUsage.ts';

const MEBIBYTE = 1024 * 1024;

/** Why a run is ended by the core itself. */
export type WatchdogVerdict = 'stale' | 'cpu limit' | 'memory limit';

/** Without a limit of its own: one process, whatever its source sends, is not to take the machine along. */
const MOST_MEMORY = 0.5;
const MOST_MEMORY_SECONDS = 5;

/**
 * Looks at a run once a second; null: all is well. A 0 in the config switches the check off, and that of the memory to a
 * share of the machine's.
 */
export function createWatchdog(
  { stale_timeout_seconds, limits }: Pick<ProcessConfig, 'stale_timeout_seconds' | 'limits'>,
  machineBytes: number,
) {
  const cpu = createLimit(limits.cpu_usage, limits.waitfor_seconds);
  const memory =
    limits.memory_mbytes > 0
      ? createLimit(limits.memory_mbytes * MEBIBYTE, limits.waitfor_seconds)
      : createLimit(machineBytes * MOST_MEMORY, MOST_MEMORY_SECONDS);
  return (nowMs: number, silentMs: number, usage: ResourceUsage): WatchdogVerdict | null => {
    if (stale_timeout_seconds > 0 && silentMs >= stale_timeout_seconds * 1000) return 'stale';
    if (cpu(nowMs, usage.cpuPercent)) return 'cpu limit';
    return memory(nowMs, usage.memoryBytes) ? 'memory limit' : null;
  };
}

/** True once a value was above the limit for the whole time. */
function createLimit(limit: number, waitSeconds: number) {
  let aboveSinceMs: number | null = null;
  return (nowMs: number, value: number): boolean => {
    if (limit <= 0 || value <= limit) {
      aboveSinceMs = null;
      return false;
    }
    aboveSinceMs ??= nowMs;
    return nowMs - aboveSinceMs >= waitSeconds * 1000;
  };
}
