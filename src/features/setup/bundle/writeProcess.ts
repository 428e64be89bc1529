import { call } from 'typed-redux-saga';
import { METADATA_KEY, RENDITION_KEY } from '../../../api/processIds.ts';
import type { InstalledProcess } from '../../../media/bundle/installation.ts';
import { processDiffers } from '../../../media/process/processDiffers.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { quietly } from '../../shared/saving/quietly.ts';
import { type HeldProcess, readProcess } from '../../shared/saving/readProcess.ts';
import { restoreProcess, saveProcess } from '../../shared/saving/saveProcess.ts';

/* Processes of an import, within `exclusively`. Everything throws a CoreError, a SaveConflict, or an Error. */

interface Saved {
  process: InstalledProcess['config'];
  metadata: object | null;
  key: string;
  beside: Readonly<Record<string, unknown>>;
}

/** The metadata by which we find it again is written first and read back. */
function savedOf({ config, metadata }: Pick<InstalledProcess, 'config' | 'metadata'>): Saved {
  const key = RENDITION_KEY in metadata ? RENDITION_KEY : METADATA_KEY;
  const { [key]: own, ...beside } = metadata;
  return isGroup(own)
    ? { process: config, metadata: own, key, beside }
    : { process: config, metadata: null, key, beside: metadata };
}

/** Whether the core stores a process as the plan assumes. Metadata of other programs may change at any time. */
export function isAsPlanned(held: HeldProcess | null, planned: InstalledProcess | null): boolean {
  if (held === null || planned === null) return held === planned;
  if (!held.config || processDiffers(held.config, planned.config)) return false;
  return Object.entries(planned.metadata).every(([key, value]) => sameJson(held.metadata[key], value));
}

/** What an interrupted `unwriteProcess` leaves: each part is as wanted, as before, or missing. */
export function isHalfUnwritten(found: HeldProcess | null, wanted: InstalledProcess, before: HeldProcess | null) {
  if (found === null) return before === null;
  const sides = before === null ? [wanted] : [wanted, before];
  const { config } = found;
  const isRun = sides.some((side) => config && side.config && !processDiffers(config, side.config));
  return (
    isRun &&
    Object.entries(found.metadata).every(([key, value]) => {
      const isOurs = sides.some(({ metadata }) => key in metadata);
      return !isOurs || value === null || sides.some(({ metadata }) => sameJson(value, metadata[key]));
    })
  );
}

/** Stores a process as wanted, or leaves it as before. Only differences are written. Returns what was there. */
export function* writeProcess(wanted: InstalledProcess, planned: InstalledProcess | null) {
  const held = yield* call(readProcess, wanted.id);
  const isDone = isAsPlanned(held, wanted);
  if (!isDone && !isAsPlanned(held, planned)) throw new SaveConflict();
  const order = planned?.order ?? null;
  try {
    // A publication whose key is unknown must not be restarted without it.
    if (order === 'start' && wanted.order === 'stop') yield* command(wanted.id, 'stop');
    if (!isDone) yield* call(store, wanted, held);
    const added = held === null && wanted.config.autostart ? 'start' : 'stop';
    if (wanted.order === 'start' && (order ?? added) === 'stop') yield* command(wanted.id, 'start');
  } catch (error) {
    yield* call(quietly, () => unwriteProcess(wanted, held, planned));
    throw error;
  }
  return held;
}

/** A core starts a new process that has autostart, so one that is wanted stopped gets it afterwards. */
function* store(wanted: InstalledProcess, held: HeldProcess | null) {
  const startsAtOnce = held === null && wanted.order === 'stop' && wanted.config.autostart;
  const saved = savedOf(wanted);
  if (!startsAtOnce) {
    yield* call(saveProcess, saved);
    return;
  }
  const first = { ...saved, process: { ...wanted.config, autostart: false } };
  yield* call(saveProcess, first);
  try {
    yield* call(saveProcess, saved);
  } catch (error) {
    yield* call(quietly, () => restoreProcess(first, null));
    throw error;
  }
}

function* command(id: string, name: 'start' | 'stop') {
  yield* write('processCommand', { id, body: { command: name } });
}

/** Undoes `writeProcess`, with the state that was wanted before. */
export function* unwriteProcess(wanted: InstalledProcess, held: HeldProcess | null, planned: InstalledProcess | null) {
  if (planned && planned.order !== wanted.order && planned.order === 'stop') yield* command(wanted.id, 'stop');
  yield* call(restoreProcess, savedOf(wanted), held);
  if (planned && planned.order !== wanted.order && planned.order === 'start') yield* command(wanted.id, 'start');
}

export function* deleteProcess(planned: InstalledProcess) {
  const held = yield* call(readProcess, planned.id);
  if (held === null) return;
  if (!isAsPlanned(held, planned)) throw new SaveConflict();
  yield* write('processDelete', { id: planned.id });
}
