import { accessSync, constants, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Host } from '../features/gate/host/host.ts';
import { checkArgument } from './checkArgument.ts';
import { HeadlessError } from './error.ts';

const Stored = z.record(z.string(), z.string());

function createStorage(texts: Map<string, string>, changed: () => void): Host['storage'] {
  return {
    read: (key) => texts.get(key) ?? null,
    write(key, text) {
      texts.set(key, text);
      changed();
    },
    remove(key) {
      if (texts.delete(key)) changed();
    },
    listen: () => () => {},
  };
}

export const memoryStorage = (): Host['storage'] => createStorage(new Map(), () => {});

/**
 * Contains the login token, so only the owner may read it.
 * @throws HeadlessError `refused`, if it is not writable
 */
export function fileStorage(file: string): Host['storage'] {
  const folder = path.dirname(checkArgument('file', file));
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new HeadlessError('refused', `file: nothing can be written to the folder ${folder}`, { cause: error });
  }
  const texts = new Map(Object.entries(storedIn(file)));
  return createStorage(texts, () => {
    const next = `${file}.${process.pid}`;
    // An existing file may have other permissions, or be a link.
    rmSync(next, { force: true });
    writeFileSync(next, JSON.stringify(Object.fromEntries(texts)), { flag: 'wx', mode: 0o600 });
    renameSync(next, file);
  });
}

function storedIn(file: string): z.infer<typeof Stored> {
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {}; // the first start or a foreign file: log in again
  }
}
