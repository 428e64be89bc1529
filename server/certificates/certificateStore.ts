import { createPrivateKey } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { LogRing } from '../log/index.ts';
import { makeFolder } from '../util/atomicFiles.ts';
import { messageOf } from '../util/errorMessage.ts';
import { isJsonObject, type KeptFile, keptFile, type OnRestored } from '../util/keptFile.ts';
import { Attempt } from './attempts.ts';
import { isPairFor, type KeyPair } from './readCertificate.ts';

const Attempts = z.record(z.string(), Attempt);
export type Attempts = z.infer<typeof Attempts>;

/** A damaged or unreadable file counts as absent, with a log line; a failed write throws. */
export interface CertificateStore {
  readAccountKey(): Promise<string | null>;
  saveAccountKey(key: string): Promise<void>;
  readPair(name: string): Promise<KeyPair | null>;
  savePair(name: string, pair: KeyPair): Promise<void>;
  /** null if the file is damaged. */
  readAttempts(): Promise<Attempts | null>;
  saveAttempts(attempts: Attempts): Promise<void>;
}

export const certificateFolder = (dbDir: string): string => join(dbDir, 'acme');

const KEY = /-----BEGIN (?:EC |RSA )?PRIVATE KEY-----[^-]+-----END (?:EC |RSA )?PRIVATE KEY-----\n?/;

/** @param directoryUrl of the authority: accounts and certificates are stored per authority */
export function openCertificateStore(
  dbDir: string,
  directoryUrl: string,
  log: LogRing,
  onRestored: OnRestored = () => undefined,
): CertificateStore {
  const { host, pathname } = new URL(directoryUrl);
  const folder = join(certificateFolder(dbDir), `${host}${pathname}`.replace(/[^a-z0-9.]+/gi, '-'));
  const warn = (path: string, error: string) =>
    log.write('warn', 'TLS', 'A file of the automatic certificates cannot be used and is made anew', { path, error });
  const accountFile = keptFile(join(folder, 'account.pem'), {
    content: 'certificates',
    isWhole: isPrivateKey,
    onRestored,
  });
  let areAttemptsOlder = false;
  const attemptsFile = keptFile(join(folder, 'attempts.json'), {
    content: 'certificates',
    isWhole: (text) => isJsonObject(text) && Attempts.safeParse(JSON.parse(text)).success,
    // An earlier copy lacks the last attempt, the one that matters.
    onRestored: ({ path, isEarlier }) => {
      if (isEarlier) return;
      areAttemptsOlder = true;
      warn(path, 'it was damaged');
    },
  });
  const pairFile = (name: string): KeptFile =>
    keptFile(join(folder, `${name}.crt`), {
      content: 'certificates',
      isWhole: (text) => isPairFor(name, pairIn(text)),
      onRestored,
    });

  const read = async <T>(file: KeptFile, parse: (text: string) => T): Promise<T | 'damaged' | null> => {
    try {
      const text = await file.read();
      if (text === null) return null;
      const parsed = parse(text);
      await file.ensureCopy();
      return parsed;
    } catch (error) {
      warn(file.path, messageOf(error));
      return 'damaged';
    }
  };
  const save = async (file: KeptFile, text: string) => {
    await makeFolder(folder);
    // `makeFolder` uses the default mode.
    for (const path of [dirname(folder), folder]) await chmod(path, 0o700);
    await file.write(text);
  };

  return {
    async readAccountKey() {
      const found = await read(accountFile, (text) => {
        createPrivateKey(text);
        return text;
      });
      return found === 'damaged' ? null : found;
    },
    saveAccountKey: (key) => save(accountFile, key),
    async readPair(name) {
      const found = await read(pairFile(name), (text): KeyPair => {
        const pair = pairIn(text);
        if (!isPairFor(name, pair)) throw new Error(`it holds no certificate for ${name} with its key`);
        return pair;
      });
      return found === 'damaged' ? null : found;
    },
    // One file, so that a crash cannot combine a key with another certificate.
    savePair: (name, { key, cert }) => save(pairFile(name), `${key}${cert}`),
    async readAttempts() {
      const found = await read(attemptsFile, (text) => Attempts.parse(JSON.parse(text)));
      return found === 'damaged' || areAttemptsOlder ? null : (found ?? {});
    },
    saveAttempts: (attempts) => save(attemptsFile, JSON.stringify(attempts)),
  };
}

const isPrivateKey = (text: string): boolean => {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
};

const pairIn = (text: string): KeyPair => {
  const key = KEY.exec(text)?.[0] ?? '';
  return { key, cert: text.replace(key, '') };
};
