import { call, put, race, select, take } from 'typed-redux-saga';
import type { Push } from '../../../media/address/pushAddress.ts';
import { isPublished, readPush, startsOnReturn, waitsForTry } from '../../../media/process/encoderReturn.ts';
import { waitsForEncoder } from '../../../media/verdict/sourceDown.ts';
import { poll } from '../../shared/polling/poll.ts';
import { fetchChannelStatus } from '../channel/fetchChannelStatus.ts';
import { channelClosed, type channelOpened, statesOpened } from '../channel/slice.ts';
import { fetchPublishedNames } from '../pushAddress/publishedNames.ts';
import type { WithPush } from '../pushAddress/slice.ts';
import { isLiveIn } from '../status/slice.ts';
import { progressIn, sightIn } from './selectors.ts';
import { encoderReturned, returnSeen, type WithIngest } from './slice.ts';

type State = WithIngest & WithPush;

export function awaitedPush(state: State): Push | null {
  const progress = progressIn(state);
  return progress !== null && state.ingest.asked === null && waitsForTry(progress) ? pushOf(state) : null;
}

const pushOf = ({ pushAddress: push, status }: State): Push | null =>
  push.status === 'known' && push.channel === status.watched ? readPush(push.held) : null;

/** The core may have started the process by itself when the encoder returned. */
const connectingPush = (state: State): Push | null => (waitsForEncoder(sightIn(state)) ? pushOf(state) : null);

/** Starts the watched channel as soon as its encoder publishes again: see `startsOnReturn`. */
export function* startOnReturn({ payload: channel }: ReturnType<typeof channelOpened>) {
  let used = false;
  const observe = function* () {
    const isLive = yield* select(isLiveIn);
    const read = yield* select(connectingPush);
    const returned = read !== null && isPublished(yield* call(fetchPublishedNames, read.type), channel, read);
    if (returned !== (yield* select(({ ingest }: WithIngest) => ingest.returned))) yield* put(returnSeen(returned));
    const push = yield* select(awaitedPush);
    const isHere = push !== null && isPublished(yield* call(fetchPublishedNames, push.type), channel, push);
    const next = startsOnReturn(used, { isLive, waits: push !== null, isHere });
    ({ used } = next);
    if (!next.starts) return;
    // Another tab may have started it.
    yield* call(fetchChannelStatus, channel);
    if (yield* select(awaitedPush)) yield* put(encoderReturned(channel));
  };
  yield* race([poll('publishedAgain', observe), take([channelClosed, statesOpened])]);
}
