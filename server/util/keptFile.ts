import { isUtf8 } from 'node:buffer';
import { chmod, link, readdir, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder, readBytes, writeFileAtomically } from './atomicFiles.ts';
import { errorCodeOf } from './errorMessage.ts';

export type KeptContent = 'channels' | 'settings' | 'certificates' | 'statistics';

export interface RestoredFile {
  readonly path: string;
  readonly content: KeptContent;
  /** Path of the damaged file; null if there was none, or moving failed. */
  readonly setAside: string | null;
  /** Unix time in ms. */
  readonly copyFromMs: number;
  /** True if it was restored at an earlier start. */
  readonly isEarlier: boolean;
}

export type OnRestored = (restored: RestoredFile) => void;

interface KeptFileOptions {
  readonly content: KeptContent;
  /** Whether the text is complete: a power cut leaves zeros, nothing, or a prefix. */
  isWhole(text: string): boolean;
  readonly onRestored: OnRestored;
  readonly mostBytes?: number;
  /** Whether a missing file counts as lost, not as deleted. */
  readonly restoresMissing?: boolean;
}

/** Survives a power cut: `NAME.previous` replaces a damaged file. Writes must not overlap. */
export interface KeptFile {
  readonly path: string;
  /** Returns null if there is no such file. A damaged one without a copy is returned unchanged. */
  read(): Promise<string | null>;
  write(next: string): Promise<void>;
  /** Copies a file without a copy, such as one of the real core. Call it with valid content. Never throws. */
  ensureCopy(): Promise<void>;
}

/** @param place of the file; the target of a link is read and replaced */
export function keptFile(
  place: string,
  { content, isWhole, onRestored, mostBytes = Number.POSITIVE_INFINITY, restoresMissing = false }: KeptFileOptions,
): KeptFile {
  let lastWritten: string | null = null;

  const readState = async (path: string): Promise<FileState> => {
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > mostBytes) {
      return { kind: 'unreadable', error: new Error(`${path} is larger than ${mostBytes / 1024 / 1024} MB`) };
    }
    const bytes = await readBytes(path).catch((error: unknown) => {
      // A bad sector.
      if (error instanceof Error && errorCodeOf(error.cause) === 'EIO') return error;
      throw error;
    });
    if (bytes === null) return { kind: 'absent' };
    if (bytes instanceof Error) return { kind: 'unreadable', error: bytes };
    // Windows editors add a byte order mark.
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    return { kind: isUtf8(bytes) && isWhole(text) ? 'whole' : 'damaged', text };
  };

  const isCurrentWhole = async (path: string): Promise<boolean> =>
    (lastWritten !== null && lastWritten === (await stampOf(path))) || (await readState(path)).kind === 'whole';

  const findCopy = async (places: readonly string[]): Promise<{ text: string; copyFromMs: number } | null> => {
    for (const copy of places) {
      const found = await readState(copy).catch((): FileState => ({ kind: 'absent' }));
      if (found.kind === 'whole') return { text: found.text, copyFromMs: Math.floor((await stat(copy)).mtimeMs) };
    }
    return null;
  };

  const makeRoom = async (path: string): Promise<void> => {
    if ((await stampOf(path)) === null) return;
    if (await isCurrentWhole(path)) await keepGeneration(path);
    else await setAside(path, (await stat(copyOf(path)).catch(() => null))?.mtimeMs ?? null);
  };

  const ensureCopy = async (): Promise<void> => {
    const path = await targetOf(place);
    const [current, copy] = await Promise.all([stat(path), stat(copyOf(path)).catch(() => null)]);
    const isOwnFile = copy !== null && copy.ino !== current.ino;
    if (isOwnFile && (await readState(copyOf(path))).kind === 'whole') return;
    await copyWhole(path);
  };

  return {
    path: place,

    async read() {
      const path = await targetOf(place);
      for (const { name, copyFromMs } of await findSetAside(path)) {
        if (copyFromMs !== null) onRestored({ path, content, setAside: name, copyFromMs, isEarlier: true });
      }
      const found = await readState(path);
      if (found.kind === 'whole') {
        lastWritten = await stampOf(path);
        return found.text;
      }
      if (found.kind === 'absent' && !restoresMissing) return null;
      // Content that was about to replace a damaged file is complete too. A first write was never confirmed.
      const copy = await findCopy(found.kind === 'absent' ? [copyOf(path)] : [copyOf(path), nextOf(path)]);
      if (copy === null) {
        if (found.kind === 'unreadable') throw found.error;
        return found.kind === 'absent' ? null : found.text;
      }
      const { copyFromMs } = copy;
      let movedTo: string | null = null;
      // A failing disk must not prevent the start.
      await writeFileAtomically(path, copy.text, async () => {
        if (found.kind !== 'absent') movedTo = await setAside(path, copyFromMs);
      }).catch(() => undefined);
      onRestored({ path, content, setAside: movedTo, copyFromMs, isEarlier: false });
      return copy.text;
    },

    async write(next) {
      await makeFolder(dirname(place));
      const path = await targetOf(place);
      await writeFileAtomically(path, next, () => makeRoom(path));
      lastWritten = await stampOf(path);
      if ((await stampOf(copyOf(path))) === null) await ensureCopy().catch(() => undefined);
    },

    ensureCopy: () => ensureCopy().catch(() => undefined),
  };
}

type FileState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly error: Error }
  | { readonly kind: 'whole' | 'damaged'; readonly text: string };

export const BESIDE_KEPT_FILE = ['.next', '.previous', '.damaged'];

const copyOf = (path: string): string => `${path}.previous`;
const nextOf = (path: string): string => `${path}.next`;

const targetOf = (path: string): Promise<string> => realpath(path).catch(() => path);

const stampOf = (path: string): Promise<string | null> =>
  stat(path).then(
    ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
    () => null,
  );

/** The content is already synced; only its name is new. */
async function keepGeneration(path: string): Promise<void> {
  const next = `${copyOf(path)}.next`;
  try {
    await rm(next, { force: true });
    await link(path, next);
    await chmod(next, 0o600);
    await rename(next, copyOf(path));
  } catch {
    // No hard links here, or a foreign owner.
    await copyWhole(path).catch(() => undefined);
  }
}

async function copyWhole(path: string): Promise<void> {
  const bytes = await readBytes(path);
  if (bytes === null) return;
  const { mtime } = await stat(path);
  await writeFileAtomically(copyOf(path), bytes, (next) => utimes(next, mtime, mtime));
}

/** Older ones are deleted, so that a failing disk does not fill up. */
const MAX_SET_ASIDE = 3;

async function setAside(path: string, copyFromMs: number | null): Promise<string> {
  const copy = copyFromMs === null ? 'none' : stampIn(copyFromMs);
  const target = `${path}.damaged-${stampIn(Date.now())}-copy-${copy}`;
  const earlier = await findSetAside(path);
  for (const { name } of earlier.slice(MAX_SET_ASIDE - 1)) await rm(name, { force: true });
  await rm(target, { force: true });
  // A hard link, so that the file is never missing.
  await link(path, target).catch(() => rename(path, target));
  await chmod(target, 0o600).catch(() => undefined);
  return target;
}

/** `20261128T154500.123Z`, valid on every file system. */
const stampIn = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]/g, '');

const SET_ASIDE = /\.damaged-\d{8}T\d{6}\.\d{3}Z-copy-(?:none|(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z))$/;

async function findSetAside(path: string): Promise<{ name: string; copyFromMs: number | null }[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(path)}.damaged-`))
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const found = SET_ASIDE.exec(name);
      if (found === null) return [];
      const [, year, month, hour, minute, second] = found;
      const copyFromMs = Date.parse(`${year}-${month}-${hour}:${minute}:${second}`);
      return [{ name: join(dirname(path), name), copyFromMs: Number.isNaN(copyFromMs) ? null : copyFromMs }];
    });
}

export function isJsonObject(text: string): boolean {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null && !Array.isArray(document);
  } catch {
    return false;
  }
}
