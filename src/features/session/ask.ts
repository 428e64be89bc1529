import type { Core } from '../../api/client.ts';

/** What everybody who is let in has to know, under way. */
export type PendingAnswers = ReturnType<typeof askAll>;

/** All at once: on a line with a long way each answer that another question waits for costs that way again. */
export function askAll(core: Core) {
  const asked = {
    skills: core.skills(),
    config: core.config(),
    processes: core.processes({ filter: 'metadata' }),
    stored: core.metadataAll(),
  };
  // Who waits for one hears of its failure. The others may never be looked at: a core that does not fit, for one.
  for (const answer of Object.values(asked)) answer.catch(() => {});
  return asked;
}
