import { call } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { processDiffers } from '../../../media/process/processDiffers.ts';
import {
  type FollowUp,
  parseFollowUp,
  parseSaveNote,
  SAVE_NOTES,
  type SaveNote,
} from '../../../media/stored/unfinishedSave.ts';
import { host } from '../../gate/host/host.ts';
import { exclusively, write } from './exclusively.ts';
import { readProcess } from './readProcess.ts';

/*
 * An update of a process drops its metadata, so a save first journals on the core what to store afterwards. Another
 * page can then finish an interrupted save.
 */

const REST = 'sluice-rest:';

/** Longer than any save. An older note is checked once more and removed. */
const SAVING_MS = 300_000;

/** Throws a CoreError, in which case nothing may be written. */
export function* journalSave(note: Omit<SaveNote, 'at'>) {
  const core = yield* host('core');
  const now = yield* host('now');
  yield* call(core.metadataSet, { key: SAVE_NOTES + note.process.id, body: { at: now(), ...note } });
}

/** Call once the save is finished or undone. A failure leaves a harmless note. */
export function* dropNote(id: string) {
  yield* drop(SAVE_NOTES + id);
}

function* drop(key: string) {
  const core = yield* host('core');
  try {
    yield* call(core.metadataSet, { key, body: null });
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
  }
}

/** Returns the key of the note. Throws a CoreError, in which case nothing may be written. */
export function* journalFollowUp(rest: Omit<FollowUp, 'at'>) {
  const core = yield* host('core');
  const now = yield* host('now');
  const at = now();
  const key = ONCE.includes(rest.what) ? onceKey(rest) : `${REST}${rest.what}:${rest.channel}:${at}`;
  yield* call(core.metadataSet, { key, body: { at, ...rest } });
  return key;
}

/** A channel has one note of these, which a later one replaces. */
const ONCE: readonly FollowUp['what'][] = ['gone', 'clone'];
const onceKey = ({ what, channel }: Pick<FollowUp, 'what' | 'channel'>) => `${REST}${what}:${channel}`;

export const goneKey = (channel: string) => onceKey({ what: 'gone', channel });

/** A failure leaves a note that is processed again, which is harmless. */
export function* clearFollowUps(keys: Iterable<string>) {
  for (const key of keys) yield* drop(key);
}

export interface NotedRest {
  key: string;
  rest: FollowUp;
}

/** Returns all follow-up work, whether abandoned or still in progress. */
export const restsIn = (global: Readonly<Record<string, unknown>>): NotedRest[] =>
  Object.entries(global).flatMap(([key, raw]) => {
    const rest = key.startsWith(REST) ? parseFollowUp(raw) : null;
    return rest ? [{ key, rest }] : [];
  });

/**
 * Waits for saves in progress, whose notes look the same. Returns whether anything was restored. Throws a CoreError.
 */
export function* finishSaves(global: Readonly<Record<string, unknown>>) {
  const now = yield* host('now');
  let isLeft = false;
  for (const { id, note } of notesIn(global))
    isLeft ||= Math.abs(now() - note.at) > SAVING_MS || Object.keys(yield* missing(id, note)).length > 0;
  return isLeft && (yield* exclusively(putAllBack, 'none'));
}

/** While the lock is held, all notes belong to interrupted saves. */
function* putAllBack() {
  const core = yield* host('core');
  let isPut = false;
  for (const { id, note } of notesIn(yield* call(core.metadataAll))) {
    const lost = Object.entries(yield* missing(id, note));
    for (const [key, body] of lost) yield* write('processMetadataSet', { id, key, body });
    isPut ||= lost.length > 0;
    yield* dropNote(id);
  }
  return isPut;
}

const notesIn = (global: Readonly<Record<string, unknown>>) =>
  Object.entries(global).flatMap(([key, raw]) => {
    const note = key.startsWith(SAVE_NOTES) ? parseSaveNote(raw) : null;
    return note ? [{ id: key.slice(SAVE_NOTES.length), note }] : [];
  });

/** Returns metadata that should be stored with the process but is missing. */
function* missing(id: string, { process, before, after }: SaveNote) {
  const stored = yield* call(readProcess, id);
  if (!stored) return {};
  const asBefore = before !== null && stored.config !== null && processDiffers(stored.config, process);
  const lost = Object.entries(asBefore ? before : after).filter(([key]) => !(key in stored.metadata));
  return Object.fromEntries(lost);
}
