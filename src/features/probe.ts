import { call, cancelled } from 'typed-redux-saga';
import type { ProbeResult } from '../api/answers/process.ts';
import { codeOf } from '../api/error.ts';
import { probeId } from '../api/ids.ts';
import { isOwn, toldOfProbe } from '../media/coreLogExcerpt.ts';
import { probeProcess } from '../media/process/probe.ts';
import type { Input } from '../media/profile.ts';
import { host } from './host.ts';
import { readCoreLog } from './readCoreLog.ts';
import { reasonOf } from './safely.ts';

/** `core`: what the core's own log says of a probe that found nothing; `seconds`: how long that one took. */
export type ProbeFound = ProbeResult & { core?: readonly string[]; seconds?: number };

/**
 * Asks ffmpeg what there is at these inputs. A probe needs a stored process, which is gone again afterwards, also when
 * the operator did not wait for the end. A call that fails counts as a probe that found nothing and says why.
 */
export function* probe(channel: string, inputs: readonly Input[]) {
  const core = yield* host('core');
  const now = yield* host('now');
  const id = probeId(channel);
  const body = probeProcess(channel, [...inputs]);
  const begun = now() / 1000;
  try {
    yield* call(store);
    const asked = now();
    const result = yield* call(core.processProbe, { id });
    const seconds = (now() - asked) / 1000;
    return result.streams.length > 0 ? result : { ...result, seconds, core: yield* call(toldByCore) };
  } catch (error) {
    const nothing: ProbeFound = { streams: [], log: [reasonOf(error)] };
    return nothing;
  } finally {
    // Awaited, else it may come after the next probe of the channel has stored its process. What cannot be deleted now
    // is deleted by that one, so a failure says nothing.
    const gone = core.processDelete({ id }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => gone);
  }

  /** Its servers refuse for reasons that ffmpeg is not told. */
  function* toldByCore() {
    const addresses = inputs.map(({ address }) => address);
    return isOwn(addresses) ? toldOfProbe(yield* readCoreLog(), { id, addresses, begun }) : [];
  }

  /** One may be left of a page that was closed meanwhile. */
  function* store() {
    try {
      yield* call(core.processAdd, { body });
    } catch (error) {
      if (codeOf(error) !== 400) throw error;
      yield* call(core.processDelete, { id });
      yield* call(core.processAdd, { body });
    }
  }
}
