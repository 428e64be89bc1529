import { call, put, select, spawn, takeLatest, takeLeading } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { msg } from '../../../i18n/msg.ts';
import { catchSagaErrors, reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { isRunningIn, publicationsOnIn } from '../../live/ingest/selectors.ts';
import type { WithIngest } from '../../live/ingest/slice.ts';
import { publish } from '../../live/publishPages/saga.ts';
import { exclusively } from '../../shared/saving/exclusively.ts';
import { NewerMetadata } from '../../shared/saving/readProcess.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { publicationCount } from '../egress/impactOnPublications.ts';
import { type HeldChannel, readChannel } from '../saveChannel/readChannel.ts';
import { consequenceOf } from '../saveChannel/saveConsequence.ts';
import { saveIngest } from '../saveChannel/saveIngest.ts';
import { sourceContext } from '../source/sourceContext.ts';
import { type SpeedupOffer, speedupsChosen, speedupsFound, speedupsRequested } from './slice.ts';
import { applySpeedup, type Speedup, speedupsOf } from './speedups.ts';

export function* encoderSpeedupSaga() {
  yield* takeLatest(speedupsRequested, catchSagaErrors(findSpeedups));
  yield* takeLeading(speedupsChosen, catchSagaErrors(applyChosen));
}

export function* findSpeedups({ payload: channel }: ReturnType<typeof speedupsRequested>) {
  yield* put(speedupsFound(yield* call(offersFor, channel)));
}

function* offersFor(channel: string) {
  const offers: SpeedupOffer[] = [];
  try {
    const found = yield* call(readChannel, channel);
    if (!found) return offers;
    const context = yield* sourceContext(channel);
    for (const speedup of speedupsOf(found.metadata, context))
      offers.push(yield* call(offerOf, channel, found, speedup));
    return offers;
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof NewerMetadata)) throw error;
    return offers;
  }
}

function* offerOf(channel: string, found: HeldChannel, { kind, to, gain, wanted }: Speedup) {
  const { network, skills } = yield* sourceContext(channel);
  const running = yield* select(isRunningIn);
  const on = (yield* select((state: WithIngest) => publicationsOnIn(state))).split(' ');
  const extensions = (yield* select(({ session }: WithSession) => coreInfoOf(session)?.about.extensions)) ?? [];
  const save = { channel, network, found, wanted, sends: true, skills, running, on, extensions };
  const { stream, publications } = consequenceOf(save);
  const offer: SpeedupOffer = {
    kind,
    to,
    gain,
    seconds: stream.status === 'interrupted' ? stream.seconds : null,
    reconnecting: publicationCount(publications?.filter(({ fate }) => fate.status === 'reconnects') ?? []),
  };
  return offer;
}

/** Uses the current settings, not those at the time of the offer. null: nothing is left to change. */
function* saveFaster(channel: string, kinds: Parameters<typeof applySpeedup>[2]) {
  const found = yield* call(readChannel, channel);
  const target = found && applySpeedup(found.metadata, yield* sourceContext(channel), kinds);
  if (!found || !target) return null;
  const note = yield* journalFollowUp({ channel, what: 'ingest', before: found.metadata });
  yield* call(saveIngest, channel, target);
  return { note, name: target.meta.name };
}

function* applyChosen({ payload: { channel, kinds } }: ReturnType<typeof speedupsChosen>) {
  try {
    const saved = yield* exclusively(() => saveFaster(channel, kinds));
    if (saved) {
      yield* put(noticed('saved', msg('Channel "{{0}}" saved'), saved.name));
      yield* spawn(publish, channel, saved.note);
    }
  } catch (error) {
    yield* put(noticed('error', msg('Failed to save the source ({{0}})'), reasonValue(error)));
  }
  yield* put(speedupsFound(yield* call(offersFor, channel)));
}
