import { inflateSync, type UnzipFileInfo, unzipSync, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { BUNDLE_LIMITS, type BundleFault, type BundleFile } from './bundle.ts';

/** The entry with the text. */
const TEXT_ENTRY = 'bundle.json';
/** Before the path of each file. */
const FILES_FOLDER = 'files';

/** The same contents give the same bytes. The first day that a zip can store, in local time. */
const STAMP = new Date(1980, 0, 1);

const BEGIN = [0x50, 0x4b, 0x03, 0x04];
const END = [0x50, 0x4b, 0x05, 0x06];
const END_BYTES = 22;

const startsWith = (bytes: Uint8Array, sign: readonly number[]) => sign.every((byte, at) => bytes[at] === byte);

/** Also of a zip that was cut within its first bytes. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 0 && startsWith(bytes, BEGIN.slice(0, bytes.length));

/** Resolves with the zip. Files are read one after another and not compressed, as media do not get smaller. */
export async function writeBundleZip(text: string, files: readonly BundleFile[]): Promise<Blob> {
  const chunks: Blob[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    // A browser keeps large blobs on its disk.
    if (!error) chunks.push(new Blob([new Uint8Array(chunk)]));
  });
  const entry = new ZipDeflate(TEXT_ENTRY, { level: 6 });
  entry.mtime = STAMP;
  zip.add(entry);
  entry.push(new TextEncoder().encode(text), true);
  for (const { path, read } of files) {
    const file = new ZipPassThrough(`${FILES_FOLDER}${path}`);
    file.mtime = STAMP;
    zip.add(file);
    file.push(await read(), true);
  }
  // None of the kinds of entries works in the background, so everything is written now.
  zip.end();
  if (failure) throw failure;
  return new Blob(chunks, { type: 'application/zip' });
}

export type BundleZipReading =
  | {
      readonly status: 'readable';
      readonly text: Uint8Array;
      /** Null without such a file. Throws if the compressed data is damaged. */
      readonly fileAt: (path: string) => Uint8Array | null;
      /** Bytes by path. */
      readonly sizes: ReadonlyMap<string, number>;
    }
  | { readonly status: 'refused'; readonly fault: BundleFault };

const refused = (fault: BundleFault): BundleZipReading => ({ status: 'refused', fault });

/** Whether the list of entries stands where its end says, which fails for every shortened file. */
function isWhole(bytes: Uint8Array): boolean {
  const at = bytes.length - END_BYTES;
  if (at < 0 || !startsWith(bytes.subarray(at), END)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, END_BYTES);
  return view.getUint32(12, true) + view.getUint32(16, true) === at && view.getUint16(20, true) === 0;
}

interface StoredEntry extends UnzipFileInfo {
  /** Where its own header begins. */
  readonly at: number;
}

/** Adds where each entry begins, so that the list is walked once, not for each file. */
function locateEntries(bytes: Uint8Array, found: readonly UnzipFileInfo[]): StoredEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let listed = view.getUint32(bytes.length - END_BYTES + 16, true);
  return found.map((info) => {
    const at = view.getUint32(listed + 42, true);
    listed += 46 + lengthsAt(view, listed + 28, 3);
    return { ...info, at };
  });
}

/** The sum of the lengths that stand there, such as of a name and a comment. */
const lengthsAt = (view: DataView, at: number, count: number): number =>
  Array.from({ length: count }, (_, n) => view.getUint16(at + 2 * n, true)).reduce((sum, length) => sum + length);

/** Throws if the compressed data is damaged. */
function readEntry(bytes: Uint8Array, { at, size, originalSize, compression }: StoredEntry): Uint8Array {
  const begin = at + 30 + lengthsAt(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), at + 26, 2);
  if (compression === 0) return bytes.slice(begin, begin + size);
  if (compression !== DEFLATED) throw new Error(`Compression ${compression} of a zip`);
  return inflateSync(bytes.subarray(begin, begin + size), { out: new Uint8Array(originalSize) });
}

const DEFLATED = 8;

/** Sizes come from the list of entries and are checked before anything is decompressed. */
export function readBundleZip(bytes: Uint8Array): BundleZipReading {
  if (!isWhole(bytes)) return refused({ kind: 'cut' });
  const found: UnzipFileInfo[] = [];
  let located: StoredEntry[];
  try {
    unzipSync(bytes, {
      filter: (info) => {
        found.push(info);
        return false;
      },
    });
    located = locateEntries(bytes, found);
  } catch {
    return refused({ kind: 'cut' });
  }
  // Other programs add an entry for each folder.
  const entries = located.filter(({ name }) => !name.endsWith('/'));
  if (entries.length > BUNDLE_LIMITS.entries + 1)
    return refused({ kind: 'large', of: 'entries', limit: BUNDLE_LIMITS.entries });
  const sizes = new Map(entries.map(({ name, originalSize }) => [name, originalSize]));
  const whole = entries.reduce((sum, { originalSize }) => sum + originalSize, 0);
  if (whole > BUNDLE_LIMITS.file) return refused({ kind: 'large', of: 'contents', limit: BUNDLE_LIMITS.file });
  if ((sizes.get(TEXT_ENTRY) ?? 0) > BUNDLE_LIMITS.text)
    return refused({ kind: 'large', of: 'contents', limit: BUNDLE_LIMITS.text });
  if (!sizes.has(TEXT_ENTRY)) return refused({ kind: 'foreign' });
  const stray = entries.find(({ name }) => name !== TEXT_ENTRY && !name.startsWith(`${FILES_FOLDER}/`));
  if (sizes.size !== entries.length || stray) return refused({ kind: 'invalid', at: stray?.name ?? TEXT_ENTRY });
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const entryAt = (name: string) => {
    const entry = byName.get(name);
    return entry ? readEntry(bytes, entry) : null;
  };
  try {
    const text = entryAt(TEXT_ENTRY);
    if (text === null || text.length !== sizes.get(TEXT_ENTRY)) return refused({ kind: 'cut' });
    return {
      ...{ status: 'readable', text },
      fileAt: (path) => entryAt(`${FILES_FOLDER}${path}`),
      sizes: new Map(
        [...sizes].flatMap(([name, size]) => (name === TEXT_ENTRY ? [] : [[name.slice(FILES_FOLDER.length), size]])),
      ),
    };
  } catch {
    return refused({ kind: 'cut' });
  }
}
