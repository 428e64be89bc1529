import { call, delay, put, select } from 'typed-redux-saga';
import { type Loudness, SILENCE_DBFS } from '../../../media/hls/segment/loudness.ts';
import { browser } from '../../gate/host/host.ts';
import { poll } from '../../shared/polling/poll.ts';
import { deliveryIn, type WithChannels } from '../channel/slice.ts';
import type { WithShownChannels } from '../shownChannels/slice.ts';
import type { WithStatus } from '../status/slice.ts';
import { isStored, newestOf, type TakenBytes } from '../streamInspector/fetchNewestSegment.ts';
import { isSilent } from '../streamInspector/watchSource.ts';
import { type HeardLevel, levelHeard } from './slice.ts';

/** The bandwidth limit for measuring levels. Channels take turns, one segment each. */
const MOST_BYTES_A_SECOND = 500_000;

export function* listenToAll() {
  /** Name of the last measured segment by channel id, least recently measured first. */
  const measured = new Map<string, string>();
  yield* poll('levels', function* () {
    const live = yield* select(liveIn);
    for (const id of [...measured.keys()].filter((id) => !live.includes(id))) {
      measured.delete(id);
      yield* put(levelHeard({ channel: id, level: null }));
    }
    const channel = nextOf(live, [...measured.keys()]);
    if (channel === null) return;
    const previous = measured.get(channel) ?? '';
    // Moves the channel to the end of the queue even if the measurement fails.
    measured.delete(channel);
    measured.set(channel, previous);
    const cost: TakenBytes = { bytes: 0, kept: new Map() };
    const segment = yield* call(hear, channel, previous, cost);
    measured.set(channel, segment);
    yield* delay((cost.bytes / MOST_BYTES_A_SECOND) * 1000);
  });
}

export function nextOf(live: readonly string[], measured: readonly string[]): string | null {
  return live.find((id) => !measured.includes(id)) ?? measured.find((id) => live.includes(id)) ?? null;
}

const liveIn = ({
  shownChannels: { shown },
  status: { channels },
}: WithShownChannels & WithStatus): readonly string[] =>
  shown.filter((id) => channels[id]?.ingest?.progress.status === 'connected');

/** Returns the name of the measured segment. */
function* hear(channel: string, previous: string, cost: TakenBytes) {
  const { storage } = yield* select((state: WithChannels) => deliveryIn(state, channel));
  const newest = (yield* call(isStored, channel, storage))
    ? yield* call(newestOf, channel, storage, previous, cost)
    : 'none';
  if (newest === 'same') return previous;
  if (newest === 'none') {
    yield* put(levelHeard({ channel, level: null }));
    return '';
  }
  const load = yield* browser('loadWatching');
  const { measure } = yield* call(load);
  const loudness = newest.sound && (yield* call(measure, newest.sound));
  yield* put(levelHeard({ channel, level: levelOf(newest.figures?.audio != null, loudness) }));
  return newest.name;
}

/** Returns null if there is audio that this browser cannot decode, or an unreadable segment. */
export function levelOf(audio: boolean, loudness: Loudness | null): HeardLevel | null {
  if (loudness) {
    if (isSilent(loudness)) return { status: 'silent' };
    const rms = Math.max(...loudness.channels.map((level) => level.rms));
    const dbfs = Math.round(Math.min(0, Math.max(SILENCE_DBFS, rms)));
    return { status: 'loud', dbfs, share: 1 - dbfs / SILENCE_DBFS };
  }
  return audio ? null : { status: 'none' };
}
