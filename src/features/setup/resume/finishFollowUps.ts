import { call, delay, fork, put } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { FollowUp } from '../../../media/stored/unfinishedSave.ts';
import { catchSagaErrors } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { belongingsOnCore, forgetSettings, removeFiles } from '../../live/channel/channelBelongings.ts';
import { pagesOutdated, publish } from '../../live/publishPages/saga.ts';
import { exclusively, SaveConflict, write } from '../../shared/saving/exclusively.ts';
import { NewerMetadata, readableOf, readMetadata, readProcess } from '../../shared/saving/readProcess.ts';
import { type NotedRest, restsIn } from '../../shared/saving/saveJournal.ts';
import { reportInterruptedImport } from '../bundle/reportInterruptedImport.ts';
import { updatePublications } from '../egress/updatePublications.ts';
import { saveSnapshot } from '../saveChannel/saveIngest.ts';

/** Time that the page which started a save has to finish it. */
const AT_WORK_MS = 30_000;

export function* finishFollowUps({ payload: found }: { payload: readonly NotedRest[] }) {
  const core = yield* host('core');
  const startedAt = performance.now();
  yield* fork(catchSagaErrors(reportInterruptedImport));
  for (const noted of found) {
    // The note is timed by the clock of another machine, so the wait counts from now.
    const wait = noted.rest.what === 'gone' ? 0 : Math.max(0, AT_WORK_MS - (performance.now() - startedAt));
    yield* delay(wait);
    try {
      const remaining =
        noted.rest.what === 'gone' || restsIn(yield* call(core.metadataAll)).some(({ key }) => key === noted.key);
      if (remaining) yield* finish(noted);
    } catch (error) {
      // The next login tries again.
      if (!(error instanceof CoreError || error instanceof NewerMetadata || error instanceof SaveConflict)) throw error;
    }
  }
}

function* finish({ key, rest }: NotedRest) {
  const { channel, what } = rest;
  if (what === 'gone') yield* exclusively(() => finishDeletion(channel), 'none');
  if (what === 'ingest') yield* exclusively(() => finishIngest(rest));
  const exists = what !== 'website' && (yield* call(readProcess, ingestId(channel))) !== null;
  if (exists) yield* call(publish, channel, key);
  else yield* put(pagesOutdated(key));
}

/** Repeats the steps after the ingest was stored. Without a stored change, there is nothing to repeat. */
function* finishIngest({ channel, before: raw }: FollowUp) {
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  const before = raw && parseIngestMetadata(raw);
  if (!stored || (before && sameJson(before, stored))) return;
  yield* call(saveSnapshot, channel, stored);
  if (before) yield* call(updatePublications, channel, before, stored);
}

/** Finishes a deletion only if the channel itself is gone. */
function* finishDeletion(channel: string) {
  if (yield* call(readProcess, ingestId(channel))) return;
  const owned = yield* call(belongingsOnCore, channel);
  for (const id of owned) yield* write('processDelete', { id });
  yield* forgetSettings(channel);
  yield* call(removeFiles, channel);
}
