import { call, select, take, takeEvery } from 'typed-redux-saga';
import { ingestId, METADATA_KEY } from '../../core/ids.ts';
import { msg } from '../../i18n/msg.ts';
import { parseIngestMetadata } from '../../media/metadata.ts';
import { importedFound } from '../channel/discover.ts';
import { outside } from '../outside.ts';
import { safely } from '../safely.ts';
import { entered, premisesOf, type WithSession } from '../session/slice.ts';
import { keepMetadata } from '../upsert.ts';
import { updatePlayer } from './update.ts';

export function* pagesSaga() {
  yield* takeEvery(importedFound, safely(makePages));
}

/** What was brought over from another product has no pages yet; once it has them it is like all others. */
function* makePages({ payload: channels }: ReturnType<typeof importedFound>) {
  const core = yield* outside('core');
  const premises = premisesOf(yield* select(({ session }: WithSession) => session));
  if (!premises) yield* take(entered);
  for (const channel of channels) {
    if (!(yield* call(updatePlayer, channel))) continue;
    const id = ingestId(channel);
    const stored = parseIngestMetadata(yield* call(core.processMetadata, { id, key: METADATA_KEY }));
    const { imported: _, ...metadata } = stored;
    yield* call(keepMetadata, id, metadata, msg('Failed to save ingest metadata'));
  }
}
