import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { elapsedMs } from '../../util/elapsedMs.ts';
import { parseStatFields } from '../../util/procFiles.ts';
import type { ProcessConfig } from '../store/processConfig.ts';

const MEBIBYTE = 1024 * 1024;

type WatchdogVerdict = 'stale' | 'cpu limit' | 'memory limit';

/** Share of the machine, so that a source cannot exhaust it. */
const MAX_MEMORY = 0.5;
const MAX_MEMORY_SECONDS = 5;

/** Call it every second; null if all is well. 0 turns a check off, or limits memory to a share of the machine. */
export function createWatchdog(
  { stale_timeout_seconds, limits }: Pick<ProcessConfig, 'stale_timeout_seconds' | 'limits'>,
  machineBytes: number,
) {
  const cpu = createLimit(limits.cpu_usage, limits.waitfor_seconds);
  const memory =
    limits.memory_mbytes > 0
      ? createLimit(limits.memory_mbytes * MEBIBYTE, limits.waitfor_seconds)
      : createLimit(machineBytes * MAX_MEMORY, MAX_MEMORY_SECONDS);
  return (nowMs: number, silentMs: number, usage: ResourceUsage): WatchdogVerdict | null => {
    if (stale_timeout_seconds > 0 && silentMs >= stale_timeout_seconds * 1000) return 'stale';
    if (cpu(nowMs, usage.cpuPercent)) return 'cpu limit';
    return memory(nowMs, usage.memoryBytes) ? 'memory limit' : null;
  };
}

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

// The same on every architecture of Linux.
const TICKS_PER_SECOND = 100;

interface UsageSample {
  readonly cpuTicks: number;
  readonly memoryBytes: number;
}

export interface ResourceUsage {
  /** Percent of the whole machine since the last sample. */
  readonly cpuPercent: number;
  readonly memoryBytes: number;
}

const DEFAULT_PAGE_BYTES = 4096;
let knownPageBytes: number | null = null;

/** Page size in bytes: 4 KiB, or 16 on a Raspberry Pi 5. Derived from our own memory, which `status` has in KiB. */
function pageBytes(): number {
  const [, resident] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const pages = Number(parseStatFields(readFileSync('/proc/self/stat', 'utf8'))[21]);
  // Both are read a moment apart, and page sizes are powers of two.
  const measured = 2 ** Math.round(Math.log2((Number(resident) * 1024) / pages));
  knownPageBytes = Number.isFinite(measured) ? measured : DEFAULT_PAGE_BYTES;
  return knownPageBytes;
}

/** Returns null if the process is gone or there is no /proc. */
export function readUsage(pid: number): UsageSample | null {
  try {
    const fields = parseStatFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // utime, stime and rss are fields 14, 15 and 24 of proc(5), of which `parseStatFields` drops the first two.
    return {
      cpuTicks: Number(fields[11]) + Number(fields[12]),
      memoryBytes: Number(fields[21]) * (knownPageBytes ?? pageBytes()),
    };
  } catch {
    return null;
  }
}

export function createUsageSampler(pid: number, read: (pid: number) => UsageSample | null = readUsage) {
  let before = { ticks: read(pid)?.cpuTicks ?? 0, atMs: elapsedMs() };
  return (): ResourceUsage => {
    const reading = read(pid);
    const atMs = elapsedMs();
    if (reading === null || atMs <= before.atMs) return { cpuPercent: 0, memoryBytes: 0 };
    const seconds = (atMs - before.atMs) / 1000;
    const share = (reading.cpuTicks - before.ticks) / TICKS_PER_SECOND / seconds / availableParallelism();
    before = { ticks: reading.cpuTicks, atMs };
    return { cpuPercent: Math.round(share * 100_000) / 1000, memoryBytes: reading.memoryBytes };
  };
}
