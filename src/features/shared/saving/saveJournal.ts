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
 * An update of a process drops all that is stored with it. Whoever writes one notes first, on the core, what is to be
 * stored with it afterwards: if he is gone before that is done, whoever comes next does it.
 */

/** Key of what is left to do after a save, each with a note of its own. */
const REST = 'sluice-rest:';

/** This long a save may take: an older note is looked at once more, and goes. */
const SAVING_MS = 300_000;

/** Throws a CoreError: then nothing is to be written. */
export function* journalSave(note: Omit<SaveNote, 'at'>) {
  const core = yield* host('core');
  const now = yield* host('now');
  yield* call(core.metadataSet, { key: SAVE_NOTES + note.process.id, body: { at: now(), ...note } });
}

/** All is as it was, or as it is to be. What fails leaves a note with nothing to do. */
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

/**
 * A save notes its follow-up work before it begins, so that another page can finish it. Answers the key of the note,
 * which goes once all is done. Throws a CoreError: then nothing may be written.
 */
export function* journalFollowUp(rest: Omit<FollowUp, 'at'>) {
  const core = yield* host('core');
  const now = yield* host('now');
  const at = now();
  const key = rest.what === 'gone' ? goneKey(rest.channel) : `${REST}${rest.what}:${rest.channel}:${at}`;
  yield* call(core.metadataSet, { key, body: { at, ...rest } });
  return key;
}

/** Of a channel that is deleted. */
export const goneKey = (channel: string) => `${REST}gone:${channel}`;

/** What is done. What fails leaves a note that is done once more. */
export function* clearFollowUps(keys: Iterable<string>) {
  for (const key of keys) yield* drop(key);
}

export interface NotedRest {
  key: string;
  rest: FollowUp;
}

/** What others, or we ourselves, had to leave; or somebody is at work on it just now. */
export const restsIn = (global: Readonly<Record<string, unknown>>): NotedRest[] =>
  Object.entries(global).flatMap(([key, raw]) => {
    const rest = key.startsWith(REST) ? parseFollowUp(raw) : null;
    return rest ? [{ key, rest }] : [];
  });

/**
 * Finishes what others, or we ourselves, had to leave. A note of a save that is under way is none of that, so where there
 * is something to do, all saves are waited for. True: something was put back. Throws a CoreError.
 */
export function* finishSaves(global: Readonly<Record<string, unknown>>) {
  const now = yield* host('now');
  let isLeft = false;
  for (const { id, note } of notesIn(global))
    isLeft ||= Math.abs(now() - note.at) > SAVING_MS || Object.keys(yield* missing(id, note)).length > 0;
  return isLeft && (yield* exclusively(putAllBack));
}

/** Notes that are found while the lock is held belong to saves that nobody is at any more. */
function* putAllBack() {
  const core = yield* host('core');
  let isPut = false;
  for (const { id, note } of notesIn(yield* call(core.metadataAll))) {
    const lost = Object.entries(yield* missing(id, note));
    for (const [key, body] of lost) yield* write(() => core.processMetadataSet({ id, key, body }));
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

/** What was stored with a process, or was to be, and is not there. */
function* missing(id: string, { process, before, after }: SaveNote) {
  const held = yield* call(readProcess, id);
  if (!held) return {};
  const asBefore = before !== null && held.config !== null && processDiffers(held.config, process);
  const lost = Object.entries(asBefore ? before : after).filter(([key]) => !(key in held.metadata));
  return Object.fromEntries(lost);
}
