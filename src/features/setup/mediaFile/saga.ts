import { call, cancelled, put, race, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { newPushKey } from '../../../media/address/pushAddress.ts';
import { HEAD_BYTES, uploadedFile } from '../../../media/hls/loopFileType.ts';
import { PICTURE_S, preparedFile, sentFile } from '../../../media/process/loopFileProcess.ts';
import { catchSagaErrors, reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { refuseImage } from '../../shared/image/checkImage.ts';
import { probe } from '../../shared/probe/probe.ts';
import { checkFile, encodersOf, type LoopFileUse, secondsOf, unusable } from './checkLoopFile.ts';
import { prepareLoopFile } from './prepareLoopFile.ts';
import { sweepOurs } from './removeUnusedFiles.ts';
import { fileMade, filePicked, filePrepared, formsLeft, uploadChanged, uploadLeft } from './slice.ts';
import { uploadLoopFile } from './uploadLoopFile.ts';

export function* loopSaga() {
  yield* takeLatest(filePicked, catchSagaErrors(takeFile));
  yield* takeEvery(formsLeft, catchSagaErrors(sweepOurs));
}

type FilePick = ReturnType<typeof filePicked>;

function* takeFile(picked: FilePick) {
  const { refused } = yield* race({ refused: call(examine, picked), left: take(uploadLeft) });
  if (refused) yield* put(uploadChanged({ status: 'refused', refusal: refused }));
}

/** Answers why it came to nothing; null: the file stands there. */
function* examine(picked: FilePick) {
  const { type, file } = picked.payload;
  try {
    const head = new Uint8Array(yield* call(() => file.slice(0, HEAD_BYTES).arrayBuffer()));
    const known = checkFile(type, file, head);
    return 'refused' in known ? known.refused : yield* call(upload, picked, known);
  } catch (error) {
    return refuseImage(reasonOf(error));
  }
}

/** Throws a CoreError. */
function* upload({ payload: { channel, type, file } }: FilePick, known: LoopFileUse) {
  const core = yield* host('core');
  const random = yield* host('random');
  const sent = sentFile(channel, newPushKey(random));
  const prepared = preparedFile(channel, `${type}loop`, newPushKey(random));
  try {
    yield* call(uploadLoopFile, sent, file);
    yield* put(uploadChanged({ status: 'checking' }));
    const found = yield* call(probe, channel, [uploadedFile(sent)]);
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
      const broken = yield* call(prepareLoopFile, { channel, content, sent, prepared, seconds, hasAudio, encode });
      if (broken) return broken;
    } else yield* call(uploadLoopFile, prepared, file);
    const mimetype = encode ? `${type}/mp4` : known.mimetype;
    yield* put(filePrepared({ channel, type, settings: { address: prepared, mimetype, name: file.name } }));
    return null;
  } finally {
    // What cannot be deleted now is swept later.
    const gone = core.diskDelete({ path: sent }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => gone);
  }
}
