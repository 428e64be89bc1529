import { host } from '../../gate/host/host.ts';

/** The client gives an answer again for a second. What was read before others had their turn must not count. */
export function* forgetAnswers() {
  const core = yield* host('core');
  core.setTokens(core.tokens);
}
