import { createHmac, randomBytes } from 'node:crypto';
import type { InputOrOutput } from './resolveProcess.ts';

/** ffmpeg sends a password only after a 401, so each upload takes two requests; a key in the path takes one. */
export interface UploadKey {
  /** Path below `/memfs`: `/~key`. */
  readonly folder: string;
  /** @param memfs address of the storage with its password, as outputs contain it */
  addTo(output: InputOrOutput, memfs: string): InputOrOutput;
  /** `memfs` is a function, because nearly all lines are without a key. */
  removeFrom(line: string, memfs: () => string): string;
}

const FOLDER = /^\/~[\w-]{32}(?=\/)/;

export interface UploadKeys {
  of(process: string): UploadKey;
  forget(process: string): void;
  writerOf(path: string): { readonly process: string; readonly folder: string } | null;
}

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
