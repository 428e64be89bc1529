import type { Core } from '../../../api/client.ts';
import type { PendingAnswers } from '../host/host.ts';

/** All at once: on a line with a long way each answer that another question waits for costs that way again. */
export function askAll(core: Core): PendingAnswers {
  const asked = {
    skills: core.skills(),
    config: core.config(),
    processes: core.processes({ filter: 'metadata' }),
    stored: core.metadataAll(),
  };
  // Each failure reaches the caller that waits for it. The others may never be awaited, as at an incompatible core.
  for (const answer of Object.values(asked)) answer.catch(() => {});
  return asked;
}
