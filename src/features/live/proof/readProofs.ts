import { call, put, select } from 'typed-redux-saga';
import { codeOf } from '../../../api/error.ts';
import { proofReportFile } from '../../../api/processIds.ts';
import { parseProofReport } from '../../../media/proof/proofReport.ts';
import { NO_PROOFS } from '../../../media/proof/proofs.ts';
import { host } from '../../gate/host/host.ts';
import type { WithChannels } from '../channel/slice.ts';
import { proofsIn, proofsRead, type WithProofs } from './slice.ts';

const hasPlayback = ({ channel: { list } }: WithChannels, channel: string) =>
  Object.values(list.find(({ id }) => id === channel)?.egresses ?? {}).some(({ playback }) => playback !== undefined);

/** Reads what viewers of the platforms of a channel get. Sends no request if no publication has a playback address. */
export function* readProofs(channel: string) {
  const isWanted = yield* select((state: WithChannels) => hasPlayback(state, channel));
  const before = yield* select((state: WithProofs) => proofsIn(state, channel));
  if (!isWanted && before === NO_PROOFS) return;
  const core = yield* host('core');
  const now = yield* host('now');
  const path = proofReportFile(channel);
  try {
    // The browser would log an error for a missing file.
    const isThere = before !== NO_PROOFS || (yield* call(core.memFiles, { glob: `/${path}` })).length > 0;
    const bytes = isThere ? yield* call(core.fileBytes, { storage: 'mem', path }) : null;
    const proofs = bytes instanceof Uint8Array ? parseProofReport(new TextDecoder().decode(bytes), now()) : NO_PROOFS;
    yield* put(proofsRead({ channel, proofs }));
  } catch (error) {
    if (codeOf(error) !== 404) throw error;
    yield* put(proofsRead({ channel, proofs: NO_PROOFS }));
  }
}
