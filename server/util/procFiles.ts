import { readFileSync } from 'node:fs';

/** null: it is not there, as on a system without /proc, or cannot be read. */
export function readFileIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Fields of `/proc/<pid>/stat` behind the name, which may hold blanks and brackets itself. */
export const parseStatFields = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** The start of a process; null: it does not exist, or is dead and not yet reaped. */
export function readProcessStart(pid: number): string | null {
  const stat = readFileIfPresent(`/proc/${pid}/stat`);
  const [state, ...fields] = stat === null ? [] : parseStatFields(stat);
  return state === undefined || state === 'Z' ? null : (fields[18] ?? null); // field 22 of proc(5)
}

/** The id of the running system, which changes with each start; '' where it has none. */
export const readBootId = (): string => readFileIfPresent('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
