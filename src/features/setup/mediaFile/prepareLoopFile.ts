import { call, delay, put } from 'typed-redux-saga';
import type { ProcessState } from '../../../api/answers/process.ts';
import { uploadId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { uploadedFile } from '../../../media/hls/loopFileType.ts';
import { maskText } from '../../../media/masking/mask.ts';
import { loopProcess, type Preparation } from '../../../media/process/loopFileProcess.ts';
import { host } from '../../gate/host/host.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { probe } from '../../shared/probe/probe.ts';
import { withTemporaryProcess } from '../../shared/probe/withTemporaryProcess.ts';
import { shareOf, unusable } from './checkLoopFile.ts';
import { uploadChanged } from './slice.ts';

/** One process that ends by itself, and is gone then. Answers why it came to nothing; null: the file stands there. */
export function* prepareLoopFile(preparation: Preparation) {
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

/** Some cores say that it has finished although it failed: what stands there is asked. */
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
