import type { ProblemDetails } from '../src/api/agentEndpoints.ts';

interface RefusalOptions {
  field?: string;
  /** All that is wrong with a form. */
  faults?: NonNullable<ProblemDetails['faults']>;
  /** Seconds. */
  retryAfter?: number;
}

/** An answer of the API with this status of HTTP. */
export class Refusal extends Error {
  readonly status: number;
  readonly options: RefusalOptions;
  constructor(status: number, detail: string, options: RefusalOptions = {}) {
    super(detail);
    this.status = status;
    this.options = options;
  }
}
