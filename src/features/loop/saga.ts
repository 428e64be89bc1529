import { call, cancelled, delay, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import type { ProcessState } from '../../api/answers/process.ts';
import { codeOf } from '../../api/error.ts';
import { uploadId } from '../../api/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { HEAD_BYTES } from '../../media/loopFile.ts';
import { maskText } from '../../media/mask.ts';
import { loopProcess, PICTURE_S, type Preparation, preparedFile, sentFile } from '../../media/process/loop.ts';
import { newPushKey } from '../../media/push.ts';
import { browser, host } from '../host.ts';
import { failed, type Refusal } from '../pages/image.ts';
import { probe } from '../probe.ts';
import { reasonOf, safely } from '../safely.ts';
import { coreInfoOf, type WithSession } from '../session/slice.ts';
import { checked, encodersOf, type LoopFileUse, refusedBy, secondsOf, shareOf, unusable } from './decide.ts';
import { fileMade, filePicked, filePrepared, formsLeft, uploadChanged, uploadLeft } from './slice.ts';
import { sweepOurs } from './sweep.ts';

const EVERY_MS = 1000;

export function* loopSaga() {
  yield* takeLatest(filePicked, safely(takeFile));
  yield* takeEvery(formsLeft, safely(sweepOurs));
}

type Picked = ReturnType<typeof filePicked>;

function* takeFile(picked: Picked) {
  const { refused } = yield* race({ refused: call(examine, picked), left: take(uploadLeft) });
  if (refused) yield* put(uploadChanged({ status: 'refused', refusal: refused }));
}

/** Answers why it came to nothing; null: the file stands there. */
function* examine(picked: Picked) {
  const { type, file } = picked.payload;
  try {
    const head = new Uint8Array(yield* call(() => file.slice(0, HEAD_BYTES).arrayBuffer()));
    const known = checked(type, file, head);
    return 'refused' in known ? known.refused : yield* call(upload, picked, known);
  } catch (error) {
    return failed(reasonOf(error));
  }
}

/** Throws a CoreError. */
function* upload({ payload: { channel, type, file } }: Picked, known: LoopFileUse) {
  const core = yield* host('core');
  const random = yield* host('random');
  const sent = sentFile(channel, newPushKey(random));
  const prepared = preparedFile(channel, `${type}loop`, newPushKey(random));
  try {
    yield* call(send, sent, file);
    yield* put(uploadChanged({ status: 'checking' }));
    const found = yield* call(probe, channel, [{ address: `{diskfs}${sent}`, options: [] }]);
    const refusal = unusable(type, found);
    if (refusal) return refusal;
    const skills = coreInfoOf(yield* select(({ session }: WithSession) => session))?.skills;
    const encode = skills && encodersOf(known.content, found, skills);
    // Nobody leaves without it being known what there is to tidy up.
    yield* put(fileMade({ channel, path: prepared }));
    if (encode) {
      const { content } = known;
      const hasAudio = encode.audio.length > 0 && found.streams.some((stream) => stream.type === 'audio');
      const seconds = content === 'image' ? PICTURE_S : secondsOf(type, found);
      const broken = yield* call(prepare, { channel, content, sent, prepared, seconds, hasAudio, encode });
      if (broken) return broken;
    } else yield* call(send, prepared, file);
    const mimetype = encode ? `${type}/mp4` : known.mimetype;
    yield* put(filePrepared({ channel, type, settings: { address: prepared, mimetype, name: file.name } }));
    return null;
  } finally {
    // What cannot be deleted now is swept later.
    const gone = core.diskDelete({ path: sent }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => gone);
  }
}

/** By a way of its own: it takes its time, and says how far it is. Throws a CoreError. */
function* send(path: string, file: File) {
  const core = yield* host('core');
  const uploadBy = yield* browser('upload');
  const aborting = new AbortController();
  let share = 0;
  const progressed = (now: number) => {
    share = now;
  };
  const sending = () => uploadBy(core, { path, body: file, signal: aborting.signal, progressed });
  try {
    const once = function* () {
      const { response } = yield* race({ response: call(sending), told: call(tell) });
      return response;
    };
    let response = yield* once();
    if (response?.status === 401) {
      yield* call(core.renew);
      response = yield* once();
    }
    if (response && !response.ok) throw refusedBy(response, yield* call(textOf, response));
  } finally {
    if (yield* cancelled()) aborting.abort();
  }

  function* tell() {
    for (;;) {
      yield* put(uploadChanged({ status: 'sending', share }));
      yield* delay(EVERY_MS / 4);
    }
  }
}

const textOf = (response: Response) => response.text();

/** One process that ends by itself, and is gone then. */
function* prepare(preparation: Preparation) {
  const core = yield* host('core');
  const { channel, seconds } = preparation;
  const id = uploadId(channel);
  const body = loopProcess(preparation);
  try {
    yield* put(uploadChanged({ status: 'preparing', share: null }));
    try {
      yield* call(core.processAdd, { body });
    } catch (error) {
      // Left of a page that was closed meanwhile.
      if (codeOf(error) !== 400) throw error;
      yield* call(core.processDelete, { id });
      yield* call(core.processAdd, { body });
    }
    yield* call(() => core.processCommand({ id, body: { command: 'start' } }));
    for (;;) {
      yield* delay(EVERY_MS);
      const state = yield* call(core.processState, { id });
      if (isOver(state)) return yield* call(outcome, state, preparation);
      const share = shareOf(state.progress?.time ?? 0, seconds);
      yield* put(uploadChanged({ status: 'preparing', share }));
    }
  } finally {
    const gone = core.processDelete({ id }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => gone);
  }
}

const isOver = ({ exec }: ProcessState) => exec === 'finished' || exec === 'failed' || exec === 'killed';

/** Some cores say that it has finished although it failed: what stands there is asked. */
function* outcome(state: ProcessState, { channel, content, prepared }: Preparation) {
  const type = content === 'audio' ? 'audio' : 'video';
  if (state.exec === 'finished') {
    const found = yield* call(probe, channel, [{ address: `{diskfs}${prepared}`, options: [] }]);
    if (unusable(type, found) === null) return null;
  }
  const refusal: Refusal = {
    text: msg('The file could not be prepared: {{0}}'),
    values: [maskText(state.last_logline)],
  };
  return refusal;
}
