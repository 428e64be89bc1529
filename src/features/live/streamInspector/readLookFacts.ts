import { call } from 'typed-redux-saga';
import { codeOf } from '../../../api/error.ts';
import { lookReportFile } from '../../../api/processIds.ts';
import { type LookFacts, lookFactsOf, NO_LOOK_FACTS, parseLookReport } from '../../../media/look/lookReport.ts';
import { LOOK_HOLDS_MS } from '../../../media/look/lookStates.ts';
import { host } from '../../gate/host/host.ts';

/**
 * Reads what the agent has seen of the channel; null if it reports nothing.
 * @param isKnown whether there was a report before: otherwise the browser would log an error for a missing file
 */
export function* readLookFacts(channel: string, isKnown: boolean) {
  const core = yield* host('core');
  const now = yield* host('now');
  const path = lookReportFile(channel);
  try {
    if (!isKnown && (yield* call(core.memFiles, { glob: `/${path}` })).length === 0) return null;
    const bytes = yield* call(core.fileBytes, { storage: 'mem', path });
    const report = bytes instanceof Uint8Array ? parseLookReport(new TextDecoder().decode(bytes)) : null;
    if (report === null) return null;
    const isOld = report.at === null || Math.abs(now() - report.at) > LOOK_HOLDS_MS;
    const facts: LookFacts = isOld ? NO_LOOK_FACTS : lookFactsOf(report);
    return facts;
  } catch (error) {
    if (codeOf(error) === 404) return null;
    throw error;
  }
}
