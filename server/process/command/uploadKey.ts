import { randomBytes } from 'node:crypto';
import type { InputOrOutput } from './resolveProcess.ts';

/**
 * ffmpeg shows a password only when asked, so each upload takes two connections; a key in the path takes one. The
 * memory storage accepts it from this machine alone.
 */
export interface UploadKey {
  /** The folder of `/memfs` that it opens: `/~key`. */
  readonly folder: string;
  /** An output as ffmpeg gets it. @param memfs the address of the storage with its password, as outputs name it */
  addTo(output: InputOrOutput, memfs: string): InputOrOutput;
  /** A line of ffmpeg as it would be without the key. Nearly all lines are without, so that the address is not asked for. */
  removeFrom(line: string, memfs: () => string): string;
}

/** The user and password of an address of this machine. */
const LOGIN = /^(http:\/\/)[^@/]+@(?=(?:127\.0\.0\.1|\[::1\]|localhost)[:/])/;

/** The key changes at each start of the core. */
export function createUploadKey(): UploadKey {
  const folder = `/~${randomBytes(24).toString('base64url')}`;
  const keyed = (memfs: string) => memfs.replace(LOGIN, '$1') + folder;
  return {
    folder,
    addTo(output, memfs) {
      if (!LOGIN.test(memfs)) return output;
      const add = (text: string) => text.replaceAll(`${memfs}/`, () => `${keyed(memfs)}/`);
      return { ...output, address: add(output.address), options: output.options.map(add) };
    },
    removeFrom: (line, memfs) =>
      line.includes(folder) ? line.replaceAll(keyed(memfs()), memfs).replaceAll(folder, '') : line,
  };
}
