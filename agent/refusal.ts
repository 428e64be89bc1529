import type { ProblemDetails } from '../src/api/agentEndpoints.ts';
import { msg } from '../src/i18n/msg.ts';

/** Reasons that several calls have. The interface shows what is in `msg`; only programs see the rest. */
export const CORE_AWAY = msg('The core does not respond to the agent. Make sure the core is running.');
export const NOT_STORED = msg('The core did not store the settings. Try again in a moment.');
export const NO_FOLDER = msg(
  'The agent has no folder to store this in. Set one in SLUICE_AGENT_DATA, then restart the agent.',
);
export const DISK_UNUSABLE = msg(
  'The agent cannot use its disk now. Make sure that the disk has space and is writable.',
);
export const NEWER_STORED = msg('A newer version has stored the settings. Update the agent to change them.');
export const CHANGED_MEANWHILE = msg('The settings have changed meanwhile. Load them again, then retry.');
export const NO_RECEIVER = msg('This receiver does not exist any more. Add it again to use it.');
/** To a core that trusts localhost, every request through the agent would come from its operator. */
export const OPEN_CORE = msg(
  'The core needs no login on its own machine, so the agent cannot tell operators from strangers. Give the core a username and password, and switch off api.auth.disable_localhost.',
);

interface RefusalOptions {
  field?: string;
  faults?: NonNullable<ProblemDetails['faults']>;
  /** Seconds. */
  retryAfter?: number;
}

export class Refusal extends Error {
  readonly status: number;
  readonly options: RefusalOptions;
  constructor(status: number, detail: string, options: RefusalOptions = {}) {
    super(detail);
    this.status = status;
    this.options = options;
  }
}
