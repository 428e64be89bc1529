import { createAction } from '@reduxjs/toolkit';
import { put, select } from 'typed-redux-saga';
import type { Process } from '../../../api/answers/process.ts';
import { channelOfIngest } from '../../../api/processIds.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { msg } from '../../../i18n/msg.ts';
import { channelReader, FIRST_CHANNEL, storedWith } from '../../../media/channel/channelReader.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { channelsFound, type WithChannels } from './slice.ts';

export const choiceKey = (coreId: string) => `${coreId}:channel`;

export const importedFound = createAction<readonly string[]>('channel/importedFound');

/** Falls back to the service name for publications saved without a name. */
export const { egressEntry, egressesIn, channelsOf } = channelReader(publicationName);

const importedAmong = (processes: readonly Process[]): string[] =>
  processes.flatMap((process) => {
    const channel = channelOfIngest(process.id);
    return channel !== null && parseIngestMetadata(storedWith(process)).imported === true ? [channel] : [];
  });

/** Without any channel on the core, creates one that exists only here until it is saved. */
export function* discoverChannels(coreId: string, processes: readonly Process[]) {
  const storage = yield* host('storage');
  const random = yield* host('random');
  const found = channelsOf(processes);
  // An unsaved channel survives a new login.
  const { channel } = yield* select((state: WithChannels) => state);
  const drafts = channel.list.filter(({ id, available }) => !available && found.every((stored) => stored.id !== id));
  const all = [...found, ...drafts];
  const list = all.length > 0 ? all : [{ id: uuidFrom(random), name: FIRST_CHANNEL, available: false, egresses: {} }];
  yield* put(channelsFound({ list, chosen: storage.read(choiceKey(coreId)) }));
  const unread = processes.filter(({ id }) => id === '').length;
  if (unread > 0)
    yield* put(
      noticed('warning', msg('Processes of the core that could not be read, and are not shown: {{0}}'), String(unread)),
    );
  const imported = importedAmong(processes);
  if (imported.length > 0) yield* put(importedFound(imported));
}
