import { call, cancelled, delay, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import type { ProcessState } from '../../../api/answers/process.ts';
import { uploadId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { newPushKey } from '../../../media/address/pushAddress.ts';
import { HEAD_BYTES, uploadedFile } from '../../../media/hls/loopFileType.ts';
import { maskText } from '../../../media/masking/mask.ts';
import {
  loopProcess,
  PICTURE_S,
  type Preparation,
  preparedFile,
  sentFile,
} from '../../../media/process/loopFileProcess.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { type Refusal, refuseImage } from '../../shared/image/checkImage.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { probe } from '../../shared/probe/probe.ts';
import { withTemporaryProcess } from '../../shared/probe/withTemporaryProcess.ts';
import { checkFile, type LoopFileUse, loopFileEncoders, secondsOf, shareOf, unusable } from './checkLoopFile.ts';
import { removeOwnFiles } from './removeUnusedFiles.ts';
import { fileMade, filePicked, filePrepared, formsLeft, uploadChanged, uploadLeft } from './slice.ts';
import { uploadFile } from './uploadFile.ts';

/** Runs a temporary process that encodes the file. Returns the reason for a failure; null on success. */
function* prepareLoopFile(preparation: Preparation) {
  const core = yield* host('core');
  const { channel, seconds } = preparation;
  const id = uploadId(channel);
  const body = loopProcess(preparation);
  yield* put(uploadChanged({ status: 'preparing', share: null }));
  return yield* withTemporaryProcess(body, function* () {
    yield* call(() => core.processCommand({ id, body: { command: 'start' } }));
    for (;;) {
      yield* delay(PACE.preparedFile.everyMs);
      const state = yield* call(core.processState, { id });
      if (isOver(state)) return yield* call(outcome, state, preparation);
      const share = shareOf(state.progress?.time ?? 0, seconds);
      yield* put(uploadChanged({ status: 'preparing', share }));
    }
  });
}

const isOver = ({ exec }: ProcessState) => exec === 'finished' || exec === 'failed' || exec === 'killed';

/** Some cores report `finished` after a failure, so the file is probed. */
function* outcome(state: ProcessState, { channel, content, prepared }: Preparation) {
  const type = content === 'audio' ? 'audio' : 'video';
  if (state.exec === 'finished') {
    const found = yield* call(probe, channel, [uploadedFile(prepared)]);
    if (unusable(type, found) === null) return null;
  }
  const refusal: Refusal = {
    text: msg('The file could not be prepared: {{0}}'),
    values: [maskText(state.last_logline)],
  };
  return refusal;
}

const sending = (share: number) => uploadChanged({ status: 'sending', share });

export function* mediaFileSaga() {
  yield* takeLatest(filePicked, catchSagaErrors(takeFile));
  yield* takeEvery(formsLeft, catchSagaErrors(removeOwnFiles));
}

type FilePick = ReturnType<typeof filePicked>;

function* takeFile(picked: FilePick) {
  const { refused } = yield* race({ refused: call(examine, picked), left: take(uploadLeft) });
  if (refused) yield* put(uploadChanged({ status: 'refused', refusal: refused }));
}

/** Returns the reason for a failure; null on success. */
function* examine(picked: FilePick) {
  const { type, file } = picked.payload;
  try {
    const head = new Uint8Array(yield* call(() => file.slice(0, HEAD_BYTES).arrayBuffer()));
    const checked = checkFile(type, file, head);
    return 'refused' in checked ? checked.refused : yield* call(upload, picked, checked);
  } catch (error) {
    return refuseImage(reasonOf(error));
  }
}

/** Throws a CoreError. */
function* upload({ payload: { channel, type, file } }: FilePick, use: LoopFileUse) {
  const core = yield* host('core');
  const random = yield* host('random');
  const sent = sentFile(channel, newPushKey(random));
  const prepared = preparedFile(channel, `${type}loop`, newPushKey(random));
  try {
    yield* call(uploadFile, sent, file, sending);
    yield* put(uploadChanged({ status: 'checking' }));
    const found = yield* call(probe, channel, [uploadedFile(sent)]);
    const refusal = unusable(type, found);
    if (refusal) return refusal;
    const skills = coreInfoOf(yield* select(({ session }: WithSession) => session))?.skills;
    const encode = skills && loopFileEncoders(use.content, found, skills);
    // Registered before the file exists, so that leaving the page at any time cleans it up.
    yield* put(fileMade({ channel, path: prepared }));
    if (encode) {
      const { content } = use;
      const hasAudio = encode.audio.length > 0 && found.streams.some((stream) => stream.type === 'audio');
      const seconds = content === 'image' ? PICTURE_S : secondsOf(type, found);
      const broken = yield* call(prepareLoopFile, { channel, content, sent, prepared, seconds, hasAudio, encode });
      if (broken) return broken;
    } else yield* call(uploadFile, prepared, file, sending);
    const mimetype = encode ? `${type}/mp4` : use.mimetype;
    yield* put(filePrepared({ channel, type, settings: { address: prepared, mimetype, name: file.name } }));
    return null;
  } finally {
    const deletion = core.diskDelete({ path: sent }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => deletion);
  }
}
