import { createHmac, randomBytes } from 'node:crypto';
import type { InputOrOutput } from './resolveProcess.ts';

/**
 * ffmpeg shows a password only when asked, so each upload takes two connections; a key in the path takes one. The
 * memory storage accepts it from this machine alone, and knows by it which process writes.
 */
export interface UploadKey {
  /** The folder of `/memfs` that it opens: `/~key`. */
  readonly folder: string;
  /** An output as ffmpeg gets it. @param memfs the address of the storage with its password, as outputs name it */
  addTo(output: InputOrOutput, memfs: string): InputOrOutput;
  /** A line of ffmpeg as it would be without the key. Nearly all lines are without, so that the address is not asked for. */
  removeFrom(line: string, memfs: () => string): string;
}

/** A folder that could be the one of a key, at the beginning of a path below `/memfs`. */
const FOLDER = /^\/~[\w-]{32}(?=\/)/;

export interface UploadKeys {
  of(process: string): UploadKey;
  forget(process: string): void;
  /** The process that writes to this path below `/memfs`, and the folder of its key; null: the path has none. */
  writerOf(path: string): { readonly process: string; readonly folder: string } | null;
}

/** The keys change at each start of the core. */
export function createUploadKeys(): UploadKeys {
  const secret = randomBytes(32);
  const processes = new Map<string, string>();
  const folderOf = (process: string) =>
    `/~${createHmac('sha256', secret).update(process).digest('base64url').slice(0, 32)}`;
  return {
    of: (process) => {
      const folder = folderOf(process);
      processes.set(folder, process);
      return createUploadKey(folder);
    },
    forget: (process) => void processes.delete(folderOf(process)),
    writerOf: (path) => {
      const [folder = ''] = FOLDER.exec(path) ?? [];
      const process = processes.get(folder);
      return process === undefined ? null : { process, folder };
    },
  };
}

/** The beginning of an address of this machine, with the user and password, if there are any. */
const OWN = /^(http:\/\/)(?:[^@/]+@)?(?=(?:127\.0\.0\.1|\[::1\]|localhost)[:/])/;

function createUploadKey(folder: string): UploadKey {
  const keyed = (memfs: string) => memfs.replace(OWN, '$1') + folder;
  return {
    folder,
    addTo(output, memfs) {
      if (!OWN.test(memfs)) return output;
      const add = (text: string) => text.replaceAll(`${memfs}/`, () => `${keyed(memfs)}/`);
      return { ...output, address: add(output.address), options: output.options.map(add) };
    },
    removeFrom: (line, memfs) =>
      line.includes(folder) ? line.replaceAll(keyed(memfs()), memfs).replaceAll(folder, '') : line,
  };
}
