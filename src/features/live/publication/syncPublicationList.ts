import { call, put, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { host } from '../../gate/host/host.ts';
import { type statusFetched, watchedAnswerIn } from '../channel/channelStatusActions.ts';
import { egressesIn, renditionsIn } from '../channel/discoverChannels.ts';
import { egressesFound, type WithChannels } from '../channel/slice.ts';
import { publicationsOf, renditionsOf } from './selectors.ts';

const sameIds = (known: readonly string[], seen: object) =>
  known.length === Object.keys(seen).length && known.every((id) => id in seen);

/** Somebody else may add or remove publications while we look: the poll shows it, and their names are asked for then. */
export function* syncPublicationList({ payload }: ReturnType<typeof statusFetched>) {
  const answer = watchedAnswerIn(payload);
  if (!answer) return;
  const { channel, egresses, renditions = {} } = answer;
  const core = yield* host('core');
  const known = Object.keys(yield* select((state: WithChannels) => publicationsOf(state, channel)));
  const shared = Object.keys(yield* select((state: WithChannels) => renditionsOf(state, channel)));
  if (sameIds(known, egresses) && sameIds(shared, renditions)) return;
  try {
    const processes = yield* call(core.processes, { reference: channel, filter: 'metadata' });
    yield* put(
      egressesFound({ channel, egresses: egressesIn(processes, channel), ...renditionsIn(processes, channel) }),
    );
  } catch (error) {
    if (!(error instanceof CoreError)) throw error; // else the next poll asks again
  }
}
