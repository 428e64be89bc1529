import { createAction } from '@reduxjs/toolkit';
import { call, put, type SagaGenerator, select } from 'typed-redux-saga';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import { FIRST_CHANNEL } from '../../../media/channel/channelReader.ts';
import { toldAmong } from '../../../media/channel/toldAmong.ts';
import { isAbandoned, orphanedAmong } from '../../../media/process/abandonedProcess.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { browser, host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { PACE } from '../../shared/polling/pace.ts';
import { channelsOf } from './discoverChannels.ts';
import { fetchedAmong } from './fetchChannelStatus.ts';
import { channelsSeen, statusFetched, type WithChannels } from './slice.ts';

interface ChannelComparison {
  list: readonly Channel[];
  gone: readonly Channel[];
}

/** A channel missing among partly unreadable answers may still exist. */
function channelsChangedByOthers(previous: readonly Channel[], processes: readonly Process[]): ChannelComparison {
  const unread = processes.some(({ id }) => id === '');
  const found = channelsOf(processes, previous).map((channel) => {
    const before = previous.find(({ id }) => id === channel.id);
    if (!unread || !before) return channel;
    const renditions = { ...before.renditions, ...channel.renditions };
    return {
      ...channel,
      egresses: { ...before.egresses, ...channel.egresses },
      ...(Object.keys(renditions).length > 0 ? { renditions } : {}),
    };
  });
  const missed = previous.filter(({ id }) => found.every((channel) => channel.id !== id));
  // An unsaved channel exists only in this page.
  const list = [...found, ...missed.filter(({ available }) => unread || !available)];
  const byId = (channels: readonly Channel[]) => Object.fromEntries(channels.map((channel) => [channel.id, channel]));
  return {
    list: sameJson(byId(list), byId(previous)) ? previous : list,
    gone: unread ? [] : missed.filter(({ available }) => available),
  };
}

type StoredById = ReadonlyMap<string, unknown>;

const storedById = (processes: readonly Process[]): StoredById =>
  new Map(
    processes.flatMap(({ id, metadata }) =>
      id === '' || metadata === UNREAD ? [] : [[id, metadata?.[METADATA_KEY]] as const],
    ),
  );

/** Returns the ids of processes that were added, removed or stored with different metadata. */
const changedIds = (before: StoredById, now: StoredById): string[] =>
  [...new Set([...before.keys(), ...now.keys()])].filter(
    (id) => before.has(id) !== now.has(id) || !sameJson(before.get(id), now.get(id)),
  );

/** The metadata of these processes has changed, by this page or by someone else. By process id. */
export const storedChanged = createAction<readonly string[]>('channel/storedChanged');

/** A process has lost our metadata, perhaps because a save was interrupted. */
export const metadataLost = createAction('channel/metadataLost');

/** Temporary processes whose pages were closed before they finished. */
export const orphanedProcessesFound = createAction<readonly string[]>('channel/orphanedProcessesFound');

export function createChannelSync() {
  let takenAt = Number.POSITIVE_INFINITY;
  let watched = false;
  let before: StoredById | null = null;
  /** Ids of deleted channels with a notice already; they stay listed while the operator has unsaved entries. */
  let reported: readonly string[] = [];

  function begin() {
    takenAt = performance.now();
    before = null;
  }

  const isDue = (): boolean => performance.now() - takenAt >= PACE.allChannels.everyMs;

  /** `channel`: the one whose states to take from the same answer. Throws a CoreError. */
  function* take(channel: string | null) {
    const core = yield* host('core');
    const now = yield* host('now');
    const askedAt = now();
    takenAt = performance.now();
    const channels = yield* select((state: WithChannels) => state.channel);
    const processes = yield* call(core.processes, { filter: 'state,metadata' });
    const others = channels.list.filter(({ id, available }) => id !== channel && available);
    const answers = {
      ...toldAmong(processes, others, now()),
      ...(channel === null ? {} : { [channel]: yield* fetchedAmong(processes, channel, askedAt) }),
    };
    yield* put(statusFetched({ askedAt, watched: channel, answers }));
    const stored = storedById(processes);
    // Before the first comparison, everything may have changed.
    const changed = before === null ? [...stored.keys(), ...idsOf(channels.list)] : changedIds(before, stored);
    const lost = changed.some((id) => stored.has(id) && stored.get(id) === undefined && before?.get(id) !== undefined);
    before = stored;
    // The answer may predate a change by this page, so it is skipped.
    if ((yield* select((state: WithChannels) => state.channel)) === channels) yield* call(follow, channels, processes);
    if (changed.length > 0) yield* put(storedChanged(changed));
    if (lost) yield* put(metadataLost());
    const left = [...processes.filter(isAbandoned).map(({ id }) => id), ...orphanedAmong(processes)];
    if (left.length > 0) yield* put(orphanedProcessesFound(left));
  }

  function* follow({ list: previous, current, deleting }: WithChannels['channel'], processes: readonly Process[]) {
    const { list, gone: deleted } = channelsChangedByOthers(previous, processes);
    const unsaved = yield* browser('unsaved');
    // Unsaved entries stay on the screen; a deletion by this page is not announced.
    const remaining = deleted.filter(({ id }) => id === deleting || (id === current && unsaved()));
    const next = remaining.length > 0 ? [...list, ...remaining] : list;
    if (next !== previous) yield* put(channelsSeen(next.length > 0 ? next : [yield* firstChannel()]));
    yield* call(notify, deleted, remaining, deleting);
  }

  function* notify(deleted: readonly Channel[], remaining: readonly Channel[], deleting: string | undefined) {
    const news = deleted.filter(({ id }) => id !== deleting && !reported.includes(id));
    for (const channel of news) {
      const text = remaining.includes(channel)
        ? msg('The channel {{0}} was deleted elsewhere. What you entered stays on the screen until you leave it.')
        : msg('The channel {{0}} was deleted elsewhere');
      yield* put(noticed('warning', text, channel.name));
    }
    reported = deleted.map(({ id }) => id);
  }

  return {
    begin,
    isDue,
    take,
    /** While a channel is watched, its status request includes the sync. */
    watch(on: boolean) {
      watched = on;
    },
    isWatched: () => watched,
  };
}

export type ChannelSync = ReturnType<typeof createChannelSync>;

const idsOf = (channels: readonly Channel[]) =>
  channels.flatMap(({ id, egresses }) => [ingestId(id), ...Object.keys(egresses)]);

/** Offered as long as the core has none. */
export function* firstChannel(): SagaGenerator<Channel> {
  const random = yield* host('random');
  return { id: uuidFrom(random), name: FIRST_CHANNEL, available: false, egresses: {} };
}
