import type { ProblemDetails } from '../src/api/agentEndpoints.ts';

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
