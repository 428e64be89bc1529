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
      const now = restsIn(yield* call(core.metadataAll)).find(({ key }) => key === noted.key);
      // A page that makes a clone renews its note.
      if (noted.rest.what === 'gone' || now?.rest.at === noted.rest.at) yield* finish(noted);
    } catch (error) {
      // The next login tries again.
      if (!(error instanceof CoreError || error instanceof NewerMetadata || error instanceof SaveConflict)) throw error;
    }
  }
}

function* finish({ key, rest }: NotedRest) {
  const { channel, what } = rest;
  if (what === 'gone' || what === 'clone') yield* exclusively(() => finishDeletion(channel), 'none');
  if (what === 'clone') yield* exclusively(() => stopChannel(channel));
  if (what === 'ingest' || what === 'clone') yield* exclusively(() => finishIngest(rest));
  const exists = what !== 'website' && (yield* call(readProcess, ingestId(channel))) !== null;
  if (exists) yield* call(publish, channel, key);
  else yield* put(pagesOutdated(key));
}

/** A page that makes a clone stops it last, and then replaces the note. */
function* stopChannel(channel: string) {
  const id = ingestId(channel);
  if (yield* call(readProcess, id)) yield* write('processCommand', { id, body: { command: 'stop' } });
}

/** Repeats the steps after the ingest was stored. Without a stored change, there is nothing to repeat. */
function* finishIngest({ channel, before: raw }: FollowUp) {
  const stored = readableOf(yield* readMetadata(ingestId(channel), parseIngestMetadata));
  const before = raw && parseIngestMetadata(raw);
  if (!stored || (before && sameJson(before, stored))) return;
  yield* call(saveSnapshot, channel, stored);
  if (before) yield* call(updatePublications, channel, before, stored);
}

/** Deletes what belongs to a channel only if the channel itself is gone. */
export function* finishDeletion(channel: string) {
  if (yield* call(readProcess, ingestId(channel))) return;
  const owned = yield* call(belongingsOnCore, channel);
  for (const id of owned) yield* write('processDelete', { id });
  yield* forgetSettings(channel);
  yield* call(removeFiles, channel);
}
