import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, opendir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { DeclarationFault } from '../features/setup/bundle/applyDeclaration.ts';
import { msg } from '../i18n/msg.ts';
import { type Bundle, bundleFaultText } from '../media/bundle/bundle.ts';
import { byText } from '../media/bundle/canonicalText.ts';
import { type BundleReading, readBundle } from '../media/bundle/readBundle.ts';
import { mergeBundles, type NamedBundle } from '../media/declaration/mergeBundles.ts';

export type DeclarationReading =
  | { readonly status: 'readable'; readonly bundle: Bundle }
  | { readonly status: 'refused'; readonly fault: DeclarationFault };

/** Entries of the folder, whatever they are. */
const MOST_ENTRIES = 1000;
/** Bytes of all files, which are in memory at the same time, beside those of a core in the same container. */
const MOST_BYTES = 256_000_000;
const MOST_PASSPHRASE_BYTES = 4096;

/** A folder that cannot be used. */
class Refusal extends Error {
  readonly fault: DeclarationFault;

  constructor(place: string, text: string, ...values: string[]) {
    super(text);
    this.fault = { place, text, values };
  }
}

/**
 * Reads the bundles of a folder, by name, or a single one. Never rejects because of what is there.
 *
 * @param passphraseFile its first line opens encrypted secrets; null without one
 */
export async function readDeclaration(place: string, passphraseFile: string | null): Promise<DeclarationReading> {
  try {
    const passphrase = passphraseFile === null ? null : await passphraseIn(passphraseFile);
    const named: NamedBundle[] = [];
    let left = MOST_BYTES;
    for (const { name, file } of await filesOf(place)) {
      const bytes = await bytesIn(name, file, left);
      left -= bytes.length;
      named.push({ name, bundle: await bundleIn(name, bytes, passphrase) });
    }
    const merged = mergeBundles(named);
    if (merged.status === 'twice')
      throw new Refusal(merged.second, msg('It contains "{{0}}", as does {{1}}.'), merged.what, merged.first);
    return { status: 'readable', bundle: merged.bundle };
  } catch (error) {
    if (error instanceof Refusal) return { status: 'refused', fault: error.fault };
    throw error;
  }
}

const codeOf = (error: unknown): string => String(error instanceof Error ? Reflect.get(error, 'code') : error);

/** Names a place that does not exist, or that the system does not let us read. */
async function reading<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const code = codeOf(error);
    if (code === 'ENOENT') throw new Refusal(place, msg('There is no such file or folder.'));
    throw new Refusal(place, msg('It cannot be read ({{0}}).'), code);
  }
}

interface DeclaredFile {
  /** For messages. */
  readonly name: string;
  readonly file: string;
}

async function filesOf(place: string): Promise<DeclaredFile[]> {
  const real = await reading(place, () => realpath(place));
  const found = await reading(place, () => stat(real));
  if (!found.isDirectory()) return [{ name: path.basename(place), file: real }];
  const names = await reading(place, () => namesIn(place, real));
  // A folder that is not mounted is empty.
  if (names.length === 0) throw new Refusal(place, msg('It contains no export (.json or .zip).'));
  const files: DeclaredFile[] = [];
  for (const name of names) {
    // Kubernetes mounts links to files of the same folder.
    const file = await reading(name, () => realpath(path.join(real, name)));
    if (!file.startsWith(`${real}${path.sep}`)) throw new Refusal(name, msg('It leads out of its folder.'));
    files.push({ name, file });
  }
  return files;
}

async function namesIn(place: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  let entries = 0;
  for await (const { name } of await opendir(folder)) {
    entries += 1;
    if (entries > MOST_ENTRIES)
      throw new Refusal(place, msg('It contains more than {{0}} files.'), String(MOST_ENTRIES));
    if (/^[^.].*\.(?:json|zip)$/i.test(name)) names.push(name);
  }
  return names.toSorted(byText);
}

/** Does not wait for the writer of a pipe, and follows no link that was put there since. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

async function bytesIn(name: string, file: string, most: number): Promise<Uint8Array> {
  return await reading(name, async () => {
    const handle = await open(file, READ);
    try {
      return await bytesOf(name, handle, await handle.stat(), most);
    } finally {
      await handle.close();
    }
  });
}

async function bytesOf(name: string, handle: FileHandle, found: Stats, most: number): Promise<Uint8Array> {
  if (!found.isFile()) throw new Refusal(name, msg('It is neither a file nor a folder.'));
  if (found.size > most) throw new Refusal(name, msg('This file is larger than an export can be.'));
  const bytes = new Uint8Array(found.size);
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await handle.read(bytes, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

async function bundleIn(name: string, bytes: Uint8Array, passphrase: string | null): Promise<Bundle> {
  const read = await readEdited(bytes, passphrase);
  if (read.status === 'refused') {
    const { text, values } = bundleFaultText(read.fault);
    throw new Refusal(name, text, ...values);
  }
  if (read.bundle.secrets.status === 'locked')
    throw new Refusal(name, msg('Its keys and passwords are encrypted, and no file with the passphrase is set.'));
  return read.bundle;
}

/** Files in a repository are edited and merged, so a checksum that they still have does not count. */
async function readEdited(bytes: Uint8Array, passphrase: string | null): Promise<BundleReading> {
  const read = await readBundle(bytes, passphrase);
  const isEdited = read.status === 'refused' && read.fault.kind === 'changed' && !read.fault.sealed;
  if (!isEdited || read.fault.part !== '') return read;
  const text = new TextDecoder().decode(bytes);
  return await readBundle(new TextEncoder().encode(text.replace(CHECKSUM, '')), passphrase);
}

const CHECKSUM = /^ {2}"checksum": "[^"\n]*",\n/m;

async function passphraseIn(file: string): Promise<string> {
  // Docker and Kubernetes mount secrets as links.
  const real = await reading(file, () => realpath(file));
  const bytes = await bytesIn(file, real, MOST_PASSPHRASE_BYTES);
  const [line = ''] = new TextDecoder().decode(bytes).split(/\r?\n/);
  return line;
}
