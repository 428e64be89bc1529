import type { UnknownAction } from '@reduxjs/toolkit';
import type { Act, Subject } from '../../../media/timeline/event.ts';
import { channelCreated, channelSaved, egressSaved, type WithChannels } from '../channel/slice.ts';
import { ingestReconnectRequested, ingestStartRequested, ingestStopRequested } from '../ingest/slice.ts';
import {
  allSwitched,
  publicationDeletionConfirmed,
  publicationReconnectRequested,
  publicationSwitched,
} from '../publication/slice.ts';

export interface LocalAction {
  channel: string;
  of: Subject;
  act: Act;
}

const owner = ({ channel: { list } }: WithChannels, id: string) =>
  list.find(({ egresses }) => id in egresses)?.id ?? null;

const ofPublication = (state: WithChannels, of: string, act: Act): LocalAction | null => {
  const channel = owner(state, of);
  return channel === null ? null : { channel, of, act };
};

export function doneBy(action: UnknownAction, state: WithChannels): LocalAction | null {
  if (ingestStartRequested.match(action)) return { channel: action.payload, of: 'source', act: 'start' };
  if (ingestStopRequested.match(action)) return { channel: action.payload, of: 'source', act: 'stop' };
  if (ingestReconnectRequested.match(action)) return { channel: action.payload, of: 'source', act: 'reconnect' };
  if (publicationSwitched.match(action))
    return ofPublication(state, action.payload.id, action.payload.on ? 'start' : 'stop');
  if (publicationReconnectRequested.match(action)) return ofPublication(state, action.payload, 'reconnect');
  if (allSwitched.match(action)) {
    const { channel, on, group } = action.payload;
    // The starts and stops of a group are recorded per publication.
    return group !== undefined ? null : { channel, of: 'channel', act: on ? 'start-all' : 'stop-all' };
  }
  if (publicationDeletionConfirmed.match(action))
    return { channel: action.payload.channel, of: action.payload.id, act: 'delete' };
  if (egressSaved.match(action)) return { channel: action.payload.channel, of: action.payload.id, act: 'save' };
  if (channelSaved.match(action)) return { channel: action.payload.id, of: 'channel', act: 'save' };
  if (channelCreated.match(action)) return { channel: action.payload.id, of: 'channel', act: 'create' };
  return null;
}
