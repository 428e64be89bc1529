import { call, select, take, takeEvery } from 'typed-redux-saga';
import { ingestId } from '../../api/ids.ts';
import { parseIngestMetadata } from '../../media/metadata.ts';
import { importedFound } from '../channel/discover.ts';
import { safely } from '../safely.ts';
import { saveMetadata } from '../save.ts';
import { coreInfoOf, entered, type WithSession } from '../session/slice.ts';
import { followChannels } from './follow.ts';
import { updatePlayer } from './update.ts';

export function* pagesSaga() {
  yield* takeEvery(importedFound, safely(makePages));
  yield* call(followChannels);
}

/** What was brought over from another product has no pages yet; once it has them it is like all others. */
function* makePages({ payload: channels }: ReturnType<typeof importedFound>) {
  const coreInfo = coreInfoOf(yield* select(({ session }: WithSession) => session));
  if (!coreInfo) yield* take(entered);
  for (const channel of channels) {
    if (!(yield* call(updatePlayer, channel))) continue;
    yield* saveMetadata(ingestId(channel), parseIngestMetadata, ({ imported: _, ...metadata }) => metadata);
  }
}
