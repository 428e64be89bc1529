import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { elapsedMs } from '../../clock.ts';

// Linux counts the time of processes in hundredths of a second, on every architecture.
const TICKS_PER_SECOND = 100;

interface UsageSample {
  readonly cpuTicks: number;
  readonly memoryBytes: number;
}

export interface ResourceUsage {
  /** Percent of the whole machine since the sample before. */
  readonly cpuPercent: number;
  /** Resident. */
  readonly memoryBytes: number;
}

/** Fields of `/proc/<pid>/stat` behind the name, which may hold blanks and brackets itself. */
export const statFields = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

function read(pid: number): UsageSample | null {
  try {
    const fields = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const [, resident] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // utime and stime are the fields 14 and 15 of proc(5); two stand before the ones here.
    return { cpuTicks: Number(fields[11]) + Number(fields[12]), memoryBytes: Number(resident ?? 0) * 1024 };
  } catch {
    return null; // gone, or a system without /proc: then there is nothing to show
  }
}

/** Samples one process; each call covers the time since the call before. */
export function createUsageSampler(pid: number, readUsage: (pid: number) => UsageSample | null = read) {
  let before = { ticks: readUsage(pid)?.cpuTicks ?? 0, atMs: elapsedMs() };
  return (): ResourceUsage => {
    const reading = readUsage(pid);
    const atMs = elapsedMs();
    if (reading === null || atMs <= before.atMs) return { cpuPercent: 0, memoryBytes: 0 };
    const seconds = (atMs - before.atMs) / 1000;
    const share = (reading.cpuTicks - before.ticks) / TICKS_PER_SECOND / seconds / availableParallelism();
    before = { ticks: reading.cpuTicks, atMs };
    return { cpuPercent: Math.round(share * 100_000) / 1000, memoryBytes: reading.memoryBytes };
  };
}
