import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';
import { statFields } from '../process/run/cpuAndMemoryUsage.ts';

/** The owner of a folder, as written in the lock file. */
const Owner = z.object({
  pid: z.int(),
  /** When that process began: its number alone may belong to a stranger by now. */
  start: z.string(),
  /** Of the machine, anew at each of its starts. */
  boot: z.string(),
  /** The numbers of processes are those of a container. */
  space: z.string(),
  host: z.string(),
  /** Of the folder: in a copy of it nobody is. */
  folder: z.string(),
  token: z.string(),
  /** It listens beside the lock file, so that it can be asked from another container. */
  listens: z.boolean(),
});
export type Owner = z.infer<typeof Owner>;

/** null: not written by a core. */
export function ownerOf(text: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export interface Here {
  readonly boot: string;
  readonly space: string;
  readonly folder: string;
  /** The folder is on a disk that no other machine can write to. */
  readonly isLocal: boolean;
  /** null: there is no such process. */
  startOf(pid: number): string | null;
}

/** `ask`: connect to it. `watch`: look whether it touches the lock file. */
export type Verdict = 'alive' | 'gone' | 'ask' | 'watch';

export function verdictOf(owner: Owner, here: Here): Verdict {
  if (here.isLocal && owner.folder !== here.folder) return 'gone';
  const isOtherBoot = owner.boot !== here.boot;
  if (isOtherBoot && !here.isLocal) return 'watch';
  const isSameSpace = !isOtherBoot && owner.space === here.space;
  if (isSameSpace && owner.start !== '' && here.startOf(owner.pid) === owner.start) return 'alive';
  // The owner may run in another container, or be invisible to this process.
  if (owner.listens) return 'ask';
  return isOtherBoot || (isSameSpace && here.boot !== '') ? 'gone' : 'watch';
}

export const nameOf = (owner: Owner, here: Here): string =>
  owner.boot !== here.boot
    ? `pid ${owner.pid} on ${owner.host}`
    : `pid ${owner.pid}${owner.space === here.space ? '' : ` in another container, ${owner.host}`}`;

/** Of this process; '' where the system does not tell. */
export const self = () => ({
  pid: process.pid,
  start: startOf(process.pid) ?? '',
  boot: bootId(),
  space: linkOf('/proc/self/ns/pid'),
  host: hostname(),
});

/** null: there is no such process, or it is dead and nobody has asked how it ended. */
export function startOf(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`);
  const [state, ...fields] = stat === null ? [] : statFields(stat);
  return state === undefined || state === 'Z' ? null : (fields[18] ?? null); // field 22 of proc(5)
}

export const bootId = (): string => read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // another system
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // not there: nothing to read is an answer
  }
}
