import { call } from 'typed-redux-saga';
import type { ProbeResult } from '../../../api/answers/process.ts';
import { probeId } from '../../../api/processIds.ts';
import { coreLinesOfProbe, readsFromCore } from '../../../media/diagnosis/coreLog.ts';
import type { Input } from '../../../media/encoding/profile.ts';
import { probeProcess } from '../../../media/process/probeProcess.ts';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { readCoreLog } from '../processDetails/readCoreLog.ts';
import { withTemporaryProcess } from './withTemporaryProcess.ts';

/** `core`: what the core's own log says of a probe that found nothing; `seconds`: how long that one took. */
export type ProbeFound = ProbeResult & { core?: readonly string[]; seconds?: number };

/**
 * Asks ffmpeg what there is at these inputs. A probe needs a stored process. A call that fails counts as a probe that
 * found nothing, and gives the reason.
 */
export function* probe(channel: string, inputs: readonly Input[]) {
  const core = yield* host('core');
  const now = yield* host('now');
  const id = probeId(channel);
  const body = probeProcess(channel, [...inputs]);
  const begun = now() / 1000;
  try {
    return yield* withTemporaryProcess(body, function* () {
      const asked = performance.now();
      const result = yield* call(core.processProbe, { id });
      const seconds = (performance.now() - asked) / 1000;
      const found: ProbeFound =
        result.streams.length > 0 ? result : { ...result, seconds, core: yield* call(toldByCore) };
      return found;
    });
  } catch (error) {
    const nothing: ProbeFound = { streams: [], log: [reasonOf(error)] };
    return nothing;
  }

  /** Its servers refuse for reasons that ffmpeg is not told. */
  function* toldByCore() {
    const addresses = inputs.map(({ address }) => address);
    return readsFromCore(addresses) ? coreLinesOfProbe(yield* readCoreLog(), { id, addresses, begun }) : [];
  }
}
