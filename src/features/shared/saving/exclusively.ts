import type { Effect } from 'redux-saga/effects';
import {
  all,
  call,
  cancel,
  cancelled,
  delay,
  fork,
  getContext,
  put,
  race,
  type SagaGenerator,
  select,
  setContext,
} from 'typed-redux-saga';
import type { Core } from '../../../api/client.ts';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { browser, host, type RecorderChunk, type SaveRecorder } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import type { WriteArguments, WriteName } from '../../gate/host/writeArguments.ts';
import { noticed, noticeGone, undoOffered, type WithNotices } from '../../gate/notice/slice.ts';
import { PACE } from '../polling/pace.ts';
import { forgetAnswers } from './forgetAnswers.ts';
import { quietly } from './quietly.ts';
import { NOT_UNDOABLE } from './saveRecorded.ts';

/*
 * The core has no compare-and-set, so saves use notes as a lock. A save stores its note and starts if it finds no
 * other. Of two concurrent saves at least one sees the other's note; the first by key keeps its own and waits, the
 * others remove theirs. A note that stops changing is abandoned. See docs/decisions/0032-one-save-at-a-time.md.
 */

/** Metadata key prefix, followed by the id of the save. */
const KEY = 'sluice-saving:';

/** Interval at which a save changes its note. */
const BEAT_MS = 3000;

/** Others remove a note that stays unchanged for this long by their own timers. */
const DEAD_MS = 20_000;

/** A save that could not change its note for this long stops, because others may have removed it. */
const LOST_MS = 12_000;

/** After this time, the note of a save that never ends changes no more, so that others can go on. */
const LONGEST_MS = 120_000;

const PAUSE_MS = 400;

/** Maximum time counted between two looks at a note, in case the computer slept. */
const LONGEST_LOOK_MS = 5000;

const REMOVED_AT_ONCE = 100;

/** A save gives up after this many notes that took longer than `LOST_MS` to store. */
const SLOW_NOTES = 2;

const TELL_AFTER_MS = 2000;

/** A save does not wait longer for the chunk that stores its revision. */
const RECORDER_MS = 5000;

interface SaveLock {
  key: string;
  held: boolean;
  /** When the last confirmed note was sent. */
  provenAt: number;
  /** The gap between two notes was so long that others may have saved. */
  isLost: boolean;
  hasWritten: boolean;
  beat: Promise<unknown> | null;
  /** null: nothing is recorded. */
  recorder: SaveRecorder | null;
}

/** Others changed the same settings. The save was undone, except for what they have built on. */
export class SaveConflict extends Error {
  override readonly name = 'SaveConflict';

  constructor(message: string = SAVE_CONFLICT) {
    super(message);
  }
}

export const SAVE_CONFLICT = msg('Your changes were not saved: the same settings were changed elsewhere meanwhile.');

/** The core responds too slowly to hold the lock, so the save sent nothing more. */
export class SaveStopped extends SaveConflict {
  constructor({ hasWritten }: Pick<SaveLock, 'hasWritten'>) {
    super(hasWritten ? PARTLY_SAVED : NOTHING_SAVED);
  }
}

const NOTHING_SAVED = msg('The core responded too slowly, so nothing was saved. Try again in a moment.');
const PARTLY_SAVED = msg(
  'The core responded too slowly, so only a part was saved. Check what is stored, then save again.',
);
const WAITING = msg('Waiting for another save to finish … If it was interrupted, this takes about 20 seconds.');

/**
 * Runs a read-modify-write while no other operator saves. Reentrant. Throws a CoreError, and the errors of `work`.
 * @param revision `none`: for repairs and values that nobody has entered, which nobody needs to undo
 */
export function* exclusively<Step, Result>(
  work: () => Generator<Step, Result>,
  revision: 'stored' | 'none' = 'stored',
): Generator<Step | Effect, Result> {
  if (yield* currentLock()) return yield* work();
  // `call`, because a `yield*` continues after its cleanup when it is cancelled.
  return (yield* call(locked<Step, Result>, work, revision)) as Result;
}

function* locked<Step, Result>(
  work: () => Generator<Step, Result>,
  revision: 'stored' | 'none',
): Generator<Step | Effect, Result> {
  const chunk = revision === 'stored' ? yield* call(loadRecorder) : null;
  const { lock, stored } = yield* call(acquire);
  lock.recorder = chunk?.createRecorder(stored) ?? null;
  // The notice about this save must not undo an earlier one.
  if (revision === 'stored') yield* put(undoOffered());
  yield* forgetAnswers();
  const beating = yield* fork(keepAlive, lock);
  let succeeded = false;
  try {
    yield* setContext({ saveLock: lock });
    const result = yield* work();
    succeeded = true;
    if (revision === 'stored' && !chunk && lock.hasWritten) yield* put(noticed('warning', NOT_UNDOABLE));
    return result;
  } finally {
    // The save may also be cancelled while its revision is stored.
    try {
      // A failed save may have stored a part.
      const { recorder } = lock;
      if (recorder && lock.hasWritten && !(yield* cancelled())) {
        const now = yield* host('now');
        yield* call(() => recorder.store({ succeeded, isLost: isLost(lock, now) }));
      }
    } finally {
      lock.held = false;
      yield* cancel(beating);
      yield* release(lock);
    }
  }
}

/** Without it, a save is still stored, only not among the earlier versions. */
function* loadRecorder(): SagaGenerator<RecorderChunk | null> {
  try {
    const load = yield* browser('loadRecorder');
    const { chunk } = yield* race({ chunk: call(load), late: delay(RECORDER_MS) });
    return chunk ?? null;
  } catch {
    return null;
  }
}

/** Sends a writing request within `exclusively`. Throws SaveStopped if the lock may be lost. */
export function* write<Name extends WriteName>(name: Name, args: WriteArguments[Name]) {
  const lock = yield* currentLock();
  if (!lock) throw new Error('A save writes outside of exclusively()');
  const calls: { [Each in WriteName]: (args: WriteArguments[Each]) => Promise<unknown> } = yield* host('core');
  const now = yield* host('now');
  const { recorder } = lock;
  if (recorder) yield* call(() => recorder.noteBefore(name, args));
  // A note in flight may renew the lock.
  if (isOld(lock, now)) yield* call(quietly, () => lock.beat ?? Promise.resolve());
  if (isLost(lock, now)) throw new SaveStopped(lock);
  lock.hasWritten = true;
  yield* call(() => calls[name](args));
}

const isLost = (lock: SaveLock, now: () => number) => lock.isLost || isOld(lock, now);

const isOld = ({ provenAt }: SaveLock, now: () => number) => Math.abs(now() - provenAt) > LOST_MS;

function* currentLock() {
  const lock = (yield* getContext('saveLock')) as SaveLock | undefined;
  return lock?.held ? lock : null;
}

function* acquire(): SagaGenerator<{ lock: SaveLock; stored: Readonly<Record<string, unknown>> }> {
  const core = yield* host('core');
  const random = yield* host('random');
  const now = yield* host('now');
  const key = KEY + uuidFrom(random);
  const watched = new Map<string, WatchedNote>();
  const lock: SaveLock = {
    key,
    held: false,
    provenAt: now(),
    isLost: false,
    hasWritten: false,
    beat: null,
    recorder: null,
  };
  const notice = yield* fork(notifyWait, watched);
  let slow = 0;
  try {
    for (let beats = 0; ; beats += 1) {
      const note = sendNote(core, lock, beats, now);
      yield* call(() => note);
      const { others, stored } = yield* othersBut(core, key, watched);
      if (others.length === 0 && !isOld(lock, now)) {
        lock.held = true;
        lock.isLost = false;
        return { lock, stored };
      }
      if (others.length === 0) {
        slow += 1;
        if (slow === SLOW_NOTES) throw new SaveStopped(lock);
        continue;
      }
      // The first by key keeps its note. If all removed theirs, saves on a slow line would collide again and again.
      const isFirst = others.every((other) => key < other);
      if (!isFirst) yield* call(core.metadataSet, { key, body: null });
      do yield* delay(PAUSE_MS + ((random(1)[0] ?? 0) / 256) * PAUSE_MS);
      while (!isFirst && (yield* othersBut(core, key, watched)).others.length > 0);
    }
  } finally {
    yield* cancel(notice);
    // An unanswered or cancelled request may have stored the note.
    if (!lock.held) yield* release(lock);
  }
}

/** The body changes each time, so that others do not consider the note abandoned. */
function sendNote(core: Core, lock: SaveLock, beats: number, now: () => number) {
  const sentAt = now();
  const note = core.metadataSet({ key: lock.key, body: { beats } }).then(() => {
    lock.isLost ||= now() - lock.provenAt > DEAD_MS;
    lock.provenAt = sentAt;
  });
  lock.beat = note;
  return note;
}

/** @param watched notes of other saves */
function* notifyWait(watched: ReadonlyMap<string, WatchedNote>) {
  try {
    for (yield* delay(TELL_AFTER_MS); ; yield* delay(PACE.waitingNotice.everyMs))
      if (watched.size > 0) yield* put(noticed('info', WAITING));
  } finally {
    const shown = yield* select(({ notice }: WithNotices) => notice.shown);
    for (const { id, text } of shown) if (text === WAITING) yield* put(noticeGone(id));
  }
}

interface WatchedNote {
  note: unknown;
  unchangedMs: number;
  at: number;
}

function* othersBut(core: Core, key: string, watched: Map<string, WatchedNote>) {
  const now = yield* host('now');
  const requestedAt = now();
  const stored = yield* call(core.metadataAll);
  const others: string[] = [];
  const dead: string[] = [];
  for (const [other, note] of Object.entries(stored)) {
    if (!other.startsWith(KEY) || other === key || note === null) continue;
    const before = watched.get(other);
    const isSame = before !== undefined && sameJson(before.note, note);
    // Includes latency, but not the time that a computer slept.
    const unchangedMs = isSame ? before.unchangedMs + Math.min(requestedAt - before.at, LONGEST_LOOK_MS) : 0;
    watched.set(other, { note, unchangedMs, at: isSame ? requestedAt : now() });
    (unchangedMs < DEAD_MS || dead.length === REMOVED_AT_ONCE ? others : dead).push(other);
  }
  yield* all(dead.map((other) => call(core.metadataSet, { key: other, body: null })));
  return { others, stored };
}

function* keepAlive(lock: SaveLock) {
  const core = yield* host('core');
  const now = yield* host('now');
  for (let beats = 1; beats < LONGEST_MS / BEAT_MS; beats += 1) {
    yield* delay(BEAT_MS);
    yield* call(quietly, () => sendNote(core, lock, beats, now));
  }
}

/** Waits for the note in flight, which would otherwise block others. A failure leaves an abandoned note. */
function* release({ key, beat }: SaveLock) {
  const core = yield* host('core');
  if (beat) yield* call(quietly, () => beat);
  yield* call(quietly, () => core.metadataSet({ key, body: null }));
}
