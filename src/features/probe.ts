import { call, cancelled } from 'typed-redux-saga';
import type { ProbeResult } from '../api/answers/process.ts';
import { codeOf } from '../api/error.ts';
import { probeId } from '../api/ids.ts';
import { probeProcess } from '../media/process/probe.ts';
import type { Input } from '../media/profile.ts';
import { host } from './host.ts';
import { reasonOf } from './safely.ts';

/**
 * Asks ffmpeg what there is at these inputs. A probe needs a stored process, which is gone again afterwards, also when
 * the operator did not wait for the end. A call that fails counts as a probe that found nothing and says why.
 */
export function* probe(channel: string, inputs: readonly Input[]) {
  const core = yield* host('core');
  const id = probeId(channel);
  const body = probeProcess(channel, [...inputs]);
  try {
    yield* call(store);
    return yield* call(core.processProbe, { id });
  } catch (error) {
    const nothing: ProbeResult = { streams: [], log: [reasonOf(error)] };
    return nothing;
  } finally {
    // Awaited, else it may come after the next probe of the channel has stored its process. What cannot be deleted now
    // is deleted by that one, so a failure says nothing.
    const gone = core.processDelete({ id }).catch(() => {});
    if (!(yield* cancelled())) yield* call(() => gone);
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
