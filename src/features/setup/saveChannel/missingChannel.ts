import { select } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import type { WithChannels } from '../../live/channel/slice.ts';

/** For a form that finds its channel missing. Null while this page deletes it: the deletion leads elsewhere itself. */
export function* missingChannel(channel: string) {
  const { deleting } = yield* select((state: WithChannels) => state.channel);
  return deleting === channel ? null : { missing: msg('Main channel not found') };
}
