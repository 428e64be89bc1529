import { select, take } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { channelDeletion, type WithChannels } from '../../live/channel/slice.ts';

/** For a form that finds its channel missing. Null if this page has just deleted it: that leads elsewhere itself. */
export function* missingChannel(channel: string) {
  const isDeleting = ({ channel: { deleting } }: WithChannels) => deleting === channel;
  const isKnown = ({ channel: { list } }: WithChannels) => list.some(({ id }) => id === channel);
  const wasDeleting = yield* select(isDeleting);
  while (yield* select(isDeleting)) yield* take(channelDeletion);
  return wasDeleting && !(yield* select(isKnown)) ? null : { missing: msg('Main channel not found') };
}
