import { call, put, select } from 'typed-redux-saga';
import type { WithChannels } from '../channel/slice.ts';
import { readChannel } from '../ingest/saveImpact/heldChannel.ts';
import { noticed } from '../notice/slice.ts';
import { browser } from '../runtime/host.ts';
import { reasonOf } from '../runtime/safely.ts';
import { NewerMetadata } from '../saving/read.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { draftOf } from './choices.ts';
import { recalled, recallFailed, recalling, type wizardOpened } from './slice.ts';

/** A channel that was set up before is shown as it is. What cannot be read must not be written over. */
export function* recall({ payload: { channel, name } }: ReturnType<typeof wizardOpened>) {
  const known = yield* select((state: WithChannels) => state.channel.list.find(({ id }) => id === channel));
  if (!known?.available) {
    yield* put(recalled(null));
    return;
  }
  yield* put(recalling());
  try {
    const now = yield* call(readChannel, channel);
    const context = yield* sourceContext(channel);
    yield* put(recalled(now && draftOf(channel, name, now, context)));
  } catch (error) {
    if (!(error instanceof NewerMetadata)) {
      yield* put(recallFailed(reasonOf(error)));
      return;
    }
    // Nothing that is entered here could be saved.
    yield* put(noticed('error', error.message));
    yield* call(yield* browser('navigate'), `/${channel}`, { replace: true });
  }
}
