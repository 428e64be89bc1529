import { call, put, race, select, take } from 'typed-redux-saga';
import type { Push } from '../../../media/address/pushAddress.ts';
import { waitsForEncoder } from '../../../media/verdict/sourceDown.ts';
import { poll } from '../../shared/polling/poll.ts';
import { fetchChannelStatus } from '../channel/fetchChannelStatus.ts';
import { channelClosed, type channelOpened, statesOpened } from '../channel/slice.ts';
import { fetchPublishedNames, isPublished } from '../pushAddress/publishedNames.ts';
import type { WithPush } from '../pushAddress/slice.ts';
import { isLiveIn } from '../status/slice.ts';
import { progressIn, sightIn } from './selectors.ts';
import { encoderReturned, returnSeen, type WithIngest } from './slice.ts';

/** A try that is due in so many seconds comes by itself as fast. */
const SOON_S = 1;

type State = WithIngest & WithPush;

/** The push that a channel waits for between two tries of its process; null: it does not wait, or is not pushed to. */
export function awaitedPush(state: State): Push | null {
  const progress = progressIn(state);
  if (progress === null || state.ingest.asked !== null) return null;
  if (progress.order !== 'start' || (progress.status !== 'error' && progress.status !== 'disconnected')) return null;
  // Without a next try the operator starts it.
  if (progress.retryIn === null || progress.retryIn <= SOON_S) return null;
  return pushOf(state);
}

const pushOf = ({ pushAddress: push, status }: State): Push | null =>
  push.status === 'known' && push.channel === status.watched && push.held && !push.held.astray ? push.held.push : null;

/** The push whose process connects after its encoder was away: the core may have started it as soon as that was back. */
const connectingPush = (state: State): Push | null => (waitsForEncoder(sightIn(state)) ? pushOf(state) : null);

/**
 * Starts the channel in view as soon as its encoder publishes again: the process would go on waiting for its next try.
 * Once for each return, as what fails all the same fails for another reason.
 */
export function* startOnReturn({ payload: channel }: ReturnType<typeof channelOpened>) {
  let used = false;
  const look = function* () {
    if (yield* select(isLiveIn)) used = false;
    const read = yield* select(connectingPush);
    const returned = read !== null && isPublished(yield* call(fetchPublishedNames, read.type), channel, read);
    if (returned !== (yield* select(({ ingest }: WithIngest) => ingest.returned))) yield* put(returnSeen(returned));
    const push = yield* select(awaitedPush);
    if (!push) return;
    const here = isPublished(yield* call(fetchPublishedNames, push.type), channel, push);
    if (!here) used = false;
    if (!here || used) return;
    used = true;
    // Another tab may have been faster.
    yield* call(fetchChannelStatus, channel);
    if (yield* select(awaitedPush)) yield* put(encoderReturned(channel));
  };
  yield* race([poll('publishedAgain', look), take([channelClosed, statesOpened])]);
}
