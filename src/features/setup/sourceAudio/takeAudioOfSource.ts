import { call, put, spawn } from 'typed-redux-saga';
import { msg } from '../../../i18n/msg.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { publish } from '../../live/publishPages/saga.ts';
import { exclusively, SaveConflict } from '../../shared/saving/exclusively.ts';
import { journalFollowUp } from '../../shared/saving/saveJournal.ts';
import { readChannel } from '../saveChannel/readChannel.ts';
import { saveIngest } from '../saveChannel/saveIngest.ts';
import { audioFailureOf, probedVideo, sourcesInto, withAudioOfVideo, withInputs } from '../source/applyProbe.ts';
import { hasAudio, type SourceDraft, storedSources } from '../source/draft.ts';
import { probeSource } from '../source/probeSource.ts';
import { sourceContext } from '../source/sourceContext.ts';

/** Probes the source of a channel again and uses its audio, which was missing when the channel was set up. */
export function* takeAudioOfSource(channel: string) {
  const current = yield* call(readChannel, channel);
  const before = current && storedSources(current.metadata);
  if (!current || !before) return;
  const context = yield* sourceContext(channel);
  const stored: SourceDraft = { ...before, channel, before, audioChosen: true };
  const complete = { ...stored, video: withInputs(stored.video, context) };
  const found = yield* probeSource(complete, 'video', context);
  const { draft, failure } = probedVideo(complete, found, context);
  const withAudio = withAudioOfVideo(draft, context);
  if (failure || !hasAudio(draft.video) || audioFailureOf(withAudio)) {
    yield* put(noticed('error', msg('The source has no audio that the channel can use.')));
    return;
  }
  const note = yield* exclusively(function* () {
    const now = yield* call(readChannel, channel);
    if (!sameJson(now?.metadata, current.metadata)) throw new SaveConflict();
    const journaled = yield* journalFollowUp({ channel, what: 'ingest', before: current.metadata });
    yield* call(saveIngest, channel, sourcesInto(withAudio, current.metadata, context.skills));
    return journaled;
  });
  yield* put(noticed('saved', msg('Channel "{{0}}" saved'), current.metadata.meta.name));
  yield* spawn(publish, channel, note);
}
