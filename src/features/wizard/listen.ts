import { call, put, race, select, take } from 'typed-redux-saga';
import { codeOf } from '../../core/error.ts';
import { outside } from '../outside.ts';
import { poll } from '../poll.ts';
import { isPushed, settingsReady } from './decide.ts';
import { steppedBack, videoProbeRequested, type WithWizard, wizardClosed, wizardOpened } from './slice.ts';
import { surroundings } from './surroundings.ts';

const EVERY_MS = 1000;

/**
 * While the wizard waits for a stream to be pushed, it looks whether it has arrived and then goes on by itself. A stream
 * whose probe failed is not probed over and over: it must go and come again, or the operator asks.
 */
export function* listenForPush() {
  const { wizard } = yield* select((state: WithWizard) => state);
  if (!wizard.open || wizard.at.step !== 'videoSettings') return;
  const { draft, at } = wizard;
  const context = yield* surroundings(draft.channel);
  if (!isPushed(draft.video) || !settingsReady(draft.video, context)) return;
  let awaited = at.failure === null;

  function* look() {
    const core = yield* outside('core');
    const here = (yield* call(publishing)).some((name) => name.endsWith(`/${draft.channel}.stream`));
    if (here && awaited) yield* put(videoProbeRequested());
    if (!here) awaited = true;

    function* publishing() {
      try {
        return (yield* call(core.rtmp)).map(({ name }) => name);
      } catch (error) {
        if (codeOf(error) === 404) return []; // the server is off
        throw error;
      }
    }
  }

  yield* race([call(poll, EVERY_MS, look), take([videoProbeRequested, steppedBack, wizardClosed, wizardOpened])]);
}
