import { readFileSync } from 'node:fs';

export function readFileIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Returns the fields of `/proc/<pid>/stat` after the name, which may itself contain blanks and brackets. */
export const parseStatFields = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** Returns the start time of a process; null if it does not exist or is a zombie. */
export function readProcessStart(pid: number): string | null {
  const stat = readFileIfPresent(`/proc/${pid}/stat`);
  const [state, ...fields] = stat === null ? [] : parseStatFields(stat);
  return state === undefined || state === 'Z' ? null : (fields[18] ?? null);
}

/** Changes with each boot; '' if unknown. */
export const readBootId = (): string => readFileIfPresent('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
