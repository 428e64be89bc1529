import { call, type SagaGenerator, select } from 'typed-redux-saga';
import type { ProcessConfig } from '../../../api/answers/process.ts';
import { hasExtension } from '../../../api/coreExtensions.ts';
import { CoreError, codeOf, wasAnswered } from '../../../api/error.ts';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import {
  mayGoUncounted,
  saveDiffers,
  showsCopying,
  withoutStaleTimeout,
} from '../../../media/process/disableStaleTimeout.ts';
import { asBefore, processDiffers } from '../../../media/process/processDiffers.ts';
import { storedAs } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { exclusively, SaveConflict, write } from './exclusively.ts';
import { quietly } from './quietly.ts';
import { type HeldProcess, readableOf, readProcess } from './readProcess.ts';
import { dropNote, journalSave } from './saveJournal.ts';

function* ffmpegHere() {
  return (yield* select(({ session }: WithSession) => coreInfoOf(session)))?.skills.ffmpeg ?? null;
}

/**
 * Removes the stale timeout where ffmpeg prints no frames for copied video: the core would end a healthy process every
 * 30 s. A patched ffmpeg with the same version prints them, so an observation of another copying process outweighs the
 * version. Throws a CoreError.
 */
function* omitUnsafeStaleTimeout(process: ProcessConfig) {
  if (process.stale_timeout_seconds === 0 || !mayGoUncounted(process, yield* ffmpegHere())) return process;
  const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
  // The embedded core reads all progress formats of ffmpeg.
  if (info && hasExtension(info.about, 'live-login')) return process;
  const core = yield* host('core');
  const stored = yield* call(core.processes, { filter: 'state' });
  return stored.some(({ state }) => state && showsCopying(state)) ? process : withoutStaleTimeout(process);
}

export const NOT_STORED = msg('The core did not store the settings');

interface SavedProcess {
  process: ProcessConfig;
  metadata: object | null;
  /** Metadata key if not the default. */
  key?: string;
  /** Metadata of other keys, which is written with it. */
  beside?: Readonly<Record<string, unknown>>;
  lost?: string;
}

const writtenMetadata = ({ metadata, key = METADATA_KEY, beside }: SavedProcess): WrittenProcess['metadata'] => ({
  ...beside,
  ...(metadata ? { [key]: metadata } : {}),
});

/**
 * The only way to write a process. Sends it only if it differs, because an update interrupts it and drops all
 * metadata. Undoes a failed save unless others have changed it since. Returns the previous state. Throws a CoreError,
 * or an Error with the reason.
 */
export function* saveProcess(saved: SavedProcess) {
  return yield* exclusively(() => save(saved));
}

function* save(saved: SavedProcess) {
  const { process: target, metadata, key = METADATA_KEY, lost = NOT_STORED } = saved;
  const { id } = target;
  const before = yield* call(readProcess, id);
  if (before && metadata) readableOf(storedAs((raw) => raw, before.metadata[key]));
  const differs = !before?.config || saveDiffers(before.config, target, yield* ffmpegHere());
  const process = differs ? yield* call(omitUnsafeStaleTimeout, target) : null;
  const written = writtenMetadata(saved);
  const noted = process !== null && (yield* noteIfNeeded(process, written, before));
  const done: WrittenProcess = { process: null, added: false, metadata: written };
  try {
    if (process) yield* call(send, process, before, done);
    if (metadata) yield* call(setMetadata, id, key, metadata);
    for (const [name, body] of Object.entries(saved.beside ?? {}))
      if (process || !sameJson(before?.metadata[name], body)) yield* call(setMetadata, id, name, body);
    if (process && before) yield* call(putBack, id, before, written);
    if (metadata) yield* call(readBack, id, metadata, lost, key);
  } catch (error) {
    const { status } = yield* call(undo, id, before, done);
    if (noted && status !== 'failed') yield* dropNote(id);
    throw status === 'overtaken' ? new SaveConflict() : error;
  }
  if (noted) yield* dropNote(id);
  return before;
}

function* noteIfNeeded(process: ProcessConfig, written: WrittenProcess['metadata'], before: HeldProcess | null) {
  const after = { ...before?.metadata, ...written };
  if (Object.keys(after).length === 0) return false;
  yield* journalSave({ process, before: before ? before.metadata : null, after });
  return true;
}

/** Changes only our metadata, without a restart. Throws what `saveProcess` throws. */
export function* saveMetadata<Metadata extends object>(
  id: string,
  parse: (raw: unknown) => Metadata,
  change: (stored: Metadata) => object,
) {
  yield* exclusively(function* () {
    const before = yield* call(readProcess, id);
    const stored = before && readableOf(storedAs(parse, before.metadata[METADATA_KEY]));
    if (!stored) throw new CoreError(404, msg('Main channel not found'));
    const metadata = change(stored);
    try {
      yield* call(setMetadata, id, METADATA_KEY, metadata);
      yield* call(readBack, id, metadata, NOT_STORED);
    } catch (error) {
      const written = { [METADATA_KEY]: metadata };
      const { status } = yield* call(undo, id, before, { process: null, added: false, metadata: written });
      throw status === 'overtaken' ? new SaveConflict() : error;
    }
  });
}

/** Another operator may have deleted the process meanwhile. */
function* send(body: ProcessConfig, before: HeldProcess | null, done: WrittenProcess) {
  done.process = body;
  try {
    if (before) {
      yield* write('processUpdate', { id: body.id, body });
      return;
    }
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
  }
  done.added = true;
  try {
    yield* write('processAdd', { body });
  } catch (error) {
    // A request without a response may have been carried out.
    done.added = error instanceof CoreError && !wasAnswered(error);
    throw error;
  }
}

function* setMetadata(id: string, key: string, body: unknown) {
  yield* write('processMetadataSet', { id, key, body });
}

/** @param written new metadata, whose keys are skipped */
function* putBack(id: string, { metadata }: HeldProcess, written: WrittenProcess['metadata']) {
  for (const [key, body] of Object.entries(metadata)) if (!(key in written)) yield* call(setMetadata, id, key, body);
}

function* readBack(id: string, metadata: object, lost: string, key = METADATA_KEY) {
  const core = yield* host('core');
  const written = yield* call(core.processMetadata, { id, key });
  if (!sameJson(written, metadata)) throw new Error(lost);
}

interface WrittenProcess {
  process: ProcessConfig | null;
  added: boolean;
  /** By key. */
  metadata: Readonly<Record<string, unknown>>;
}

type Undone = { status: 'undone' } | { status: 'overtaken' } | { status: 'failed' };

/** Reverts the process, with a restart only if it was changed. Leaves changes by others. */
function* undo(id: string, before: HeldProcess | null, written: WrittenProcess): SagaGenerator<Undone> {
  let undone: Undone = { status: 'failed' };
  yield* call(quietly, function* () {
    undone = yield* call(undoOwn, id, before, written);
  });
  return undone;
}

function* undoOwn(id: string, before: HeldProcess | null, written: WrittenProcess): SagaGenerator<Undone> {
  const now = yield* call(readProcess, id);
  if (!now) return { status: 'undone' };
  if (!isOurs(now, before, written)) {
    // Restores metadata dropped by our update, whoever changed the rest.
    for (const [key, body] of Object.entries(before?.metadata ?? {}))
      if (!(key in now.metadata)) yield* call(setMetadata, id, key, body);
    return { status: 'overtaken' };
  }
  if (written.added) {
    yield* write('processDelete', { id });
    return { status: 'undone' };
  }
  if (!before) return { status: 'undone' };
  const { config } = before;
  const isChanged = config && now.config && processDiffers(now.config, asBefore(config));
  if (isChanged) yield* write('processUpdate', { id, body: asBefore(config) });
  for (const [key, body] of Object.entries(before.metadata))
    if (isChanged || !sameJson(now.metadata[key], body)) yield* call(setMetadata, id, key, body);
  for (const key of Object.keys(written.metadata))
    if (!(key in before.metadata) && !isChanged && key in now.metadata) yield* call(setMetadata, id, key, null);
  return { status: 'undone' };
}

/** Whether every part of the process is either as before or as we wrote it. */
function isOurs(now: HeldProcess, before: HeldProcess | null, { process, metadata, added }: WrittenProcess): boolean {
  const runs = [...(process ? [process] : []), ...(before?.config ? [asBefore(before.config)] : [])];
  const isRun = !now.config || runs.length === 0 || runs.some((run) => now.config && !processDiffers(now.config, run));
  const isKept = Object.entries(now.metadata).every(
    ([name, body]) =>
      (name in metadata && sameJson(body, metadata[name])) ||
      body === undefined ||
      sameJson(body, before?.metadata[name]) ||
      // Metadata of other programs does not matter unless our update would drop it.
      (!(name in metadata) && !added && !process),
  );
  return isRun && isKept;
}

/** Throws a CoreError, or a SaveConflict if others have changed the process since. `before`: null if there was none. */
export function* restoreProcess(saved: SavedProcess, before: HeldProcess | null) {
  const { process } = saved;
  const written = { process, added: before === null, metadata: writtenMetadata(saved) };
  const { status } = yield* call(undoOwn, process.id, before, written);
  if (status === 'overtaken') throw new SaveConflict();
}
