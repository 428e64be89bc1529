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

/** `core`: lines of the core's log about a failed probe; `seconds`: its duration. */
export type ProbeFound = ProbeResult & { core?: readonly string[]; seconds?: number };

/** Probes the inputs with a temporary process. A failed request returns an empty result with the reason. */
export function* probe(channel: string, inputs: readonly Input[]) {
  const core = yield* host('core');
  const now = yield* host('now');
  const id = probeId(channel);
  const body = probeProcess(channel, [...inputs]);
  const startedAt = now() / 1000;
  try {
    return yield* withTemporaryProcess(body, function* () {
      const sentAt = performance.now();
      const result = yield* call(core.processProbe, { id });
      const seconds = (performance.now() - sentAt) / 1000;
      const found: ProbeFound =
        result.streams.length > 0 ? result : { ...result, seconds, core: yield* call(readCoreReasons) };
      return found;
    });
  } catch (error) {
    const empty: ProbeFound = { streams: [], log: [reasonOf(error)] };
    return empty;
  }

  /** The servers of the core reject connections without reporting the reason to ffmpeg. */
  function* readCoreReasons() {
    const addresses = inputs.map(({ address }) => address);
    return readsFromCore(addresses) ? coreLinesOfProbe(yield* readCoreLog(), { id, addresses, begun: startedAt }) : [];
  }
}
