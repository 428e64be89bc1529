import type { Effect } from 'redux-saga/effects';
import { call, cancel, delay, fork, getContext, setContext } from 'typed-redux-saga';
import type { Core } from '../../../api/client.ts';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { forgetAnswers } from './forgetAnswers.ts';
import { quietly } from './quietly.ts';

/*
 * The core has no compare-and-set, so operators save one after the other: who saves stores a note first, and begins if the
 * answer to all notes has no other. Of two who store theirs at once at least one sees the other's and takes his back. A
 * note that does not change any more belongs to nobody. See docs/decisions/0032-one-save-at-a-time.md.
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

interface SaveLock {
  key: string;
  held: boolean;
  /** When the note that the core has confirmed last was sent. */
  provenAt: number;
  beat: Promise<unknown> | null;
}

/** Somebody else has changed the same, or may have: nothing of this save is left, but for what others have built on. */
export class SaveConflict extends Error {
  override readonly name = 'SaveConflict';

  constructor() {
    super(SAVE_CONFLICT);
  }
}

export const SAVE_CONFLICT = msg('Your changes were not saved: the same settings were changed elsewhere meanwhile.');

/**
 * Runs work that reads what is stored and writes it anew, while no other operator does. Within it, the same again runs
 * at once. Throws a CoreError, and what the work throws.
 */
export function* exclusively<Step, Result>(work: () => Generator<Step, Result>): Generator<Step | Effect, Result> {
  if (yield* currentLock()) return yield* work();
  const lock = yield* acquire();
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

/** A request that changes what is stored, within `exclusively`. Throws SaveConflict when others may be at it by now. */
export function* write(request: () => Promise<unknown>) {
  const lock = yield* currentLock();
  if (!lock) throw new Error('A save writes outside of exclusively()');
  const now = yield* host('now');
  if (Math.abs(now() - lock.provenAt) > LOST_MS) throw new SaveConflict();
  yield* call(request);
}

function* currentLock() {
  const lock = (yield* getContext('saveLock')) as SaveLock | undefined;
  return lock?.held ? lock : null;
}

function* acquire() {
  const core = yield* host('core');
  const random = yield* host('random');
  const now = yield* host('now');
  const key = KEY + uuidFrom(random);
  const watched = new Map<string, WatchedNote>();
  for (;;) {
    const lock: SaveLock = { key, held: true, provenAt: now(), beat: null };
    try {
      yield* call(core.metadataSet, { key, body: { beats: 0 } });
      if ((yield* othersBut(core, key)).length === 0) return lock;
    } catch (error) {
      // What nobody answers may have been done.
      yield* call(quietly, () => core.metadataSet({ key, body: null }));
      throw error;
    }
    yield* call(core.metadataSet, { key, body: null });
    yield* waitFor(core, key, watched, random);
  }
}

interface WatchedNote {
  note: unknown;
  unchangedMs: number;
}

/** Until no other note is there. Those that belong to nobody any more are removed. */
function* waitFor(core: Core, key: string, watched: Map<string, WatchedNote>, random: (bytes: number) => Uint8Array) {
  for (;;) {
    // Two who wait for the same do not come back at the same time again and again.
    const pause = PAUSE_MS + ((random(1)[0] ?? 0) / 256) * PAUSE_MS;
    yield* delay(pause);
    let isFree = true;
    for (const [other, note] of yield* othersBut(core, key)) {
      const before = watched.get(other);
      const unchangedMs = before && sameJson(before.note, note) ? before.unchangedMs + pause : 0;
      watched.set(other, { note, unchangedMs });
      if (unchangedMs < DEAD_MS) isFree = false;
      else yield* call(core.metadataSet, { key: other, body: null });
    }
    if (isFree) return;
  }
}

function* othersBut(core: Core, key: string) {
  const all = yield* call(core.metadataAll);
  return Object.entries(all).filter(([other, note]) => other.startsWith(KEY) && other !== key && note !== null);
}

function* keepAlive(lock: SaveLock) {
  const core = yield* host('core');
  const now = yield* host('now');
  for (let beats = 1; beats < LONGEST_MS / BEAT_MS; beats += 1) {
    yield* delay(BEAT_MS);
    const sentAt = now();
    const beat = core.metadataSet({ key: lock.key, body: { beats } });
    lock.beat = beat;
    if (yield* call(quietly, () => beat)) lock.provenAt = sentAt;
  }
}

/** A note that comes late would hold up everybody, so it is waited for. What fails leaves one that nobody changes. */
function* release({ key, beat }: SaveLock) {
  const core = yield* host('core');
  if (beat) yield* call(quietly, () => beat);
  yield* call(quietly, () => core.metadataSet({ key, body: null }));
}
