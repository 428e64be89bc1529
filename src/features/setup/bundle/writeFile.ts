import { call } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import type { BundleFile } from '../../../media/bundle/bundle.ts';
import { BUNDLE_GLOB, bundlePathOf } from '../../../media/bundle/bundlePath.ts';
import { sha256Of } from '../../../media/bundle/canonicalText.ts';
import type { InstalledFile } from '../../../media/bundle/installation.ts';
import { inertTemplate } from '../../../viewer/website/storedTemplate.ts';
import { browser, host } from '../../gate/host/host.ts';
import { SaveConflict } from '../../shared/saving/exclusively.ts';
import { forgetAnswers } from '../../shared/saving/forgetAnswers.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { refusedBy } from '../mediaFile/checkLoopFile.ts';
import { readFile } from './readInstallation.ts';

export interface ReplacedFile {
  /** Null if there was no file. */
  readonly before: Uint8Array | null;
  /** Bytes that were written, which differ from the file in the bundle if it had to be cleaned. */
  readonly size: number;
  /** Of the same bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Uploads a file and returns what was there, for its way back. A failed upload leaves no part of a new file, and the
 * old one if the core still takes it. Throws a CoreError, a SaveConflict, or an Error with the reason.
 *
 * @param planned what the core must store
 */
export function* writeFile(file: BundleFile, planned: InstalledFile | null) {
  const core = yield* host('core');
  const { path } = file;
  const before = yield* call(readPlanned, path, planned);
  const body = yield* call(safeContent, path, yield* call(file.read));
  try {
    yield* call(send, path, body);
  } catch (error) {
    yield* call(quietly, () => unwriteFile(path, before));
    throw error;
  }
  const revalidate = yield* browser('revalidate');
  yield* call(revalidate, [core.address + path]);
  const sha256 = sha256Of(new Uint8Array(yield* call([body, body.arrayBuffer])));
  return { before, size: body.size, sha256 } satisfies ReplacedFile;
}

function* readPlanned(path: string, planned: InstalledFile | null) {
  const core = yield* host('core');
  yield* forgetAnswers();
  const listed = yield* call(core.diskFiles, { glob: BUNDLE_GLOB });
  const size = listed.find(({ name }) => name === path)?.size_bytes;
  if (size !== planned?.size) throw new SaveConflict();
  if (planned === null) return null;
  const bytes = yield* call(readFile, core, path);
  if (planned.sha256 !== null && planned.sha256 !== sha256Of(bytes)) throw new SaveConflict();
  return bytes;
}

export function* unwriteFile(path: string, before: ReplacedFile['before']) {
  const core = yield* host('core');
  if (before === null) yield* call(core.diskDelete, { path });
  else yield* call(send, path, new Blob([new Uint8Array(before)]));
}

/** The disk is the web root of the interface, so nothing on it may run as a script. */
function* safeContent(path: string, bytes: Uint8Array) {
  const kind = bundlePathOf(path)?.kind;
  const text = () => new TextDecoder().decode(bytes);
  if (kind === 'template') return new Blob([inertTemplate(text())]);
  if (!path.toLowerCase().endsWith('.svg')) return new Blob([new Uint8Array(bytes)]);
  const cleanSvg = yield* browser('cleanSvg');
  const clean = yield* call(cleanSvg, text());
  if (clean === null) throw new Error(msg('This is not an SVG image.'));
  return new Blob([clean]);
}

/** Its timeout counts from the last progress, because an upload may take hours. */
function* send(path: string, body: Blob) {
  const core = yield* host('core');
  const uploadBy = yield* browser('upload');
  const { signal } = new AbortController();
  const upload = () => uploadBy(core, { path, body, signal, progressed: () => {} });
  let response = yield* call(upload);
  if (response.status === 401) {
    yield* call(core.renew);
    response = yield* call(upload);
  }
  if (!response.ok) throw refusedBy(response, yield* call([response, response.text]));
}
