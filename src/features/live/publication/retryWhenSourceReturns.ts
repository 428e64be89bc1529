import { call, take } from 'typed-redux-saga';
import { sendsNothing } from '../../../media/diagnosis/processFailure.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { statusFetched, type WatchedAnswer, watchedAnswerIn } from '../channel/channelStatusActions.ts';
import { wakeAll } from './runPublicationCommand.ts';

/** How far a source is: it is away, there is something to be sent on, it counts as live. */
type Stage = 'away' | 'flows' | 'live';

/** By then the first segments are written, also where keyframes are far apart. */
const WRITTEN_S = 5;

const stageOf = (progress: Progress | null): Stage => {
  if (!sendsNothing(progress)) return 'live';
  return progress?.status === 'connecting' && (progress.counts?.seconds ?? 0) >= WRITTEN_S ? 'flows' : 'away';
};

/**
 * Publications whose source is away fail, and each tries again when its own time has come. Once the source is back they
 * need not wait for that: as soon as there is something to send, and those for which it was too early once it is live.
 */
export function* retryWhenSourceReturns() {
  let seen: WakeFacts | null = null;
  while (true) {
    const { payload } = yield* take(statusFetched);
    const answer = watchedAnswerIn(payload);
    if (!answer) continue;
    const { before, now } = seenAfter(seen, answer);
    seen = now;
    const further = now.wasAway && now.stage !== 'away' && before !== null && now.stage !== before;
    if (now.stage === 'live') seen = { ...now, wasAway: false };
    if (further) yield* call(catchSagaErrors(wakeAll), answer.channel);
  }
}

interface WakeFacts {
  channel: string;
  stage: Stage;
  /** Since it was live last. */
  wasAway: boolean;
}

function seenAfter(
  seen: WakeFacts | null,
  { channel, progress }: WatchedAnswer,
): { before: Stage | null; now: WakeFacts } {
  const stage = stageOf(progress);
  const before = seen?.channel === channel ? seen : null;
  return {
    before: before?.stage ?? null,
    now: { channel, stage, wasAway: stage === 'away' || (before?.wasAway ?? false) },
  };
}
