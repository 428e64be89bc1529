import type { Effect } from 'redux-saga/effects';
import {
  all,
  call,
  cancel,
  delay,
  fork,
  getContext,
  put,
  type SagaGenerator,
  select,
  setContext,
} from 'typed-redux-saga';
import type { Core } from '../../../api/client.ts';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed, noticeGone, type WithNotices } from '../../gate/notice/slice.ts';
import { PACE } from '../polling/pace.ts';
import { forgetAnswers } from './forgetAnswers.ts';
import { quietly } from './quietly.ts';

/*
 * The core has no compare-and-set, so operators save one after the other: who saves stores a note first, and begins if the
 * answer to all notes has no other. Of two who store theirs at once at least one sees the other's; the first by key keeps
 * his and looks again, the others take theirs back. A note that does not change any more belongs to nobody. See
 * docs/decisions/0032-one-save-at-a-time.md.
 */

/** Key of what is stored for everybody, followed by an id of the save. */
const KEY = 'sluice-saving:';

/** The note changes this often. */
const BEAT_MS = 3000;

/** A note that others have seen unchanged for this long, by their own timers, is removed by them. */
const DEAD_MS = 20_000;

/** A save that could not change its note for this long sends nothing any more: others may have removed it. */
const LOST_MS = 12_000;

/** A save whose request never ends must not hold up all others: then the note changes no more. */
const LONGEST_MS = 120_000;

const PAUSE_MS = 400;

/** Between two looks at a note, no more counts. */
const LONGEST_LOOK_MS = 5000;

const REMOVED_AT_ONCE = 100;

/** Notes that the core may take longer than LOST_MS to store before a save gives up. */
const SLOW_NOTES = 2;

/** Most saves take less, and need no word. */
const TELL_AFTER_MS = 2000;

interface SaveLock {
  key: string;
  held: boolean;
  /** When the note that the core has confirmed last was sent. */
  provenAt: number;
  /** Between two notes others may have removed the first one, and saved. */
  isLost: boolean;
  /** Something was written. */
  hasWritten: boolean;
  beat: Promise<unknown> | null;
}

/** Somebody else has changed the same, or may have: nothing of this save is left, but for what others have built on. */
export class SaveConflict extends Error {
  override readonly name = 'SaveConflict';

  constructor(message: string = SAVE_CONFLICT) {
    super(message);
  }
}

export const SAVE_CONFLICT = msg('Your changes were not saved: the same settings were changed elsewhere meanwhile.');

/** The core is too slow to keep others from saving, so nothing more was sent. */
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
 * Runs work that reads what is stored and writes it anew, while no other operator does. Within it, the same again runs
 * at once. Throws a CoreError, and what the work throws.
 */
export function* exclusively<Step, Result>(work: () => Generator<Step, Result>): Generator<Step | Effect, Result> {
  if (yield* currentLock()) return yield* work();
  // `call`, because a `yield*` continues after its cleanup when it is cancelled.
  return (yield* call(locked<Step, Result>, work)) as Result;
}

function* locked<Step, Result>(work: () => Generator<Step, Result>): Generator<Step | Effect, Result> {
  const lock = yield* call(acquire);
  yield* forgetAnswers();
  const beating = yield* fork(keepAlive, lock);
  try {
    yield* setContext({ saveLock: lock });
    return yield* work();
  } finally {
    lock.held = false;
    yield* cancel(beating);
    yield* release(lock);
  }
}

/** A request that changes what is stored, within `exclusively`. Throws SaveStopped when others may be at it by now. */
export function* write(request: () => Promise<unknown>) {
  const lock = yield* currentLock();
  if (!lock) throw new Error('A save writes outside of exclusively()');
  const now = yield* host('now');
  // A note that is under way may prove it.
  if (isOld(lock, now)) yield* call(quietly, () => lock.beat ?? Promise.resolve());
  if (lock.isLost || isOld(lock, now)) throw new SaveStopped(lock);
  lock.hasWritten = true;
  yield* call(request);
}

const isOld = ({ provenAt }: SaveLock, now: () => number) => Math.abs(now() - provenAt) > LOST_MS;

function* currentLock() {
  const lock = (yield* getContext('saveLock')) as SaveLock | undefined;
  return lock?.held ? lock : null;
}

function* acquire(): SagaGenerator<SaveLock> {
  const core = yield* host('core');
  const random = yield* host('random');
  const now = yield* host('now');
  const key = KEY + uuidFrom(random);
  const watched = new Map<string, WatchedNote>();
  const lock: SaveLock = { key, held: false, provenAt: now(), isLost: false, hasWritten: false, beat: null };
  const telling = yield* fork(tellWait, watched);
  let slow = 0;
  try {
    for (let beats = 0; ; beats += 1) {
      const note = sendNote(core, lock, beats, now);
      yield* call(() => note);
      const others = yield* othersBut(core, key, watched);
      if (others.length === 0 && !isOld(lock, now)) {
        lock.held = true;
        lock.isLost = false;
        return lock;
      }
      if (others.length === 0) {
        slow += 1;
        if (slow === SLOW_NOTES) throw new SaveStopped(lock);
        continue;
      }
      // The first by key stays in line. If all took theirs back, a few on a slow line would do so again and again.
      const isFirst = others.every((other) => key < other);
      if (!isFirst) yield* call(core.metadataSet, { key, body: null });
      do yield* delay(PAUSE_MS + ((random(1)[0] ?? 0) / 256) * PAUSE_MS);
      while (!isFirst && (yield* othersBut(core, key, watched)).length > 0);
    }
  } finally {
    yield* cancel(telling);
    // What nobody answers may have been done, and so may what was cancelled.
    if (!lock.held) yield* release(lock);
  }
}

/** It changes each time, so that others do not take it for one of nobody. */
function sendNote(core: Core, lock: SaveLock, beats: number, now: () => number) {
  const sentAt = now();
  const note = core.metadataSet({ key: lock.key, body: { beats } }).then(() => {
    lock.isLost ||= now() - lock.provenAt > DEAD_MS;
    lock.provenAt = sentAt;
  });
  lock.beat = note;
  return note;
}

/** Says that others are waited for, as long as they are. @param watched their notes, as far as they were seen */
function* tellWait(watched: ReadonlyMap<string, WatchedNote>) {
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

/** The keys of notes that somebody else is at. Those that belong to nobody any more are removed. */
function* othersBut(core: Core, key: string, watched: Map<string, WatchedNote>) {
  const now = yield* host('now');
  const askedAt = now();
  const stored = yield* call(core.metadataAll);
  const others: string[] = [];
  const dead: string[] = [];
  for (const [other, note] of Object.entries(stored)) {
    if (!other.startsWith(KEY) || other === key || note === null) continue;
    const before = watched.get(other);
    const isSame = before !== undefined && sameJson(before.note, note);
    // The time on the line counts as well, but hardly that of a computer that was asleep.
    const unchangedMs = isSame ? before.unchangedMs + Math.min(askedAt - before.at, LONGEST_LOOK_MS) : 0;
    watched.set(other, { note, unchangedMs, at: isSame ? askedAt : now() });
    (unchangedMs < DEAD_MS || dead.length === REMOVED_AT_ONCE ? others : dead).push(other);
  }
  yield* all(dead.map((other) => call(core.metadataSet, { key: other, body: null })));
  return others;
}

function* keepAlive(lock: SaveLock) {
  const core = yield* host('core');
  const now = yield* host('now');
  for (let beats = 1; beats < LONGEST_MS / BEAT_MS; beats += 1) {
    yield* delay(BEAT_MS);
    yield* call(quietly, () => sendNote(core, lock, beats, now));
  }
}

/** A note that comes late would hold up everybody, so it is waited for. What fails leaves one that nobody changes. */
function* release({ key, beat }: SaveLock) {
  const core = yield* host('core');
  if (beat) yield* call(quietly, () => beat);
  yield* call(quietly, () => core.metadataSet({ key, body: null }));
}
