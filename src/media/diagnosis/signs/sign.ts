import type { Cause, Role } from '../causes.ts';
import type { ParsedRun, Phase, Side } from '../parseRun.ts';

/** One way in which a cause shows. */
export interface Sign {
  cause: Cause;
  /** Of one line, without its level. */
  line: RegExp;
  /** Only while this goes on. */
  phase?: Phase | 'opening';
  /** Only where this end failed. */
  side?: Side;
  role?: Role;
  /** Only with another line beside it, also one that says nothing by itself. */
  beside?: RegExp;
  without?: RegExp;
  /** Only of an address that looks so. */
  address?: RegExp;
  /** Conditions that patterns cannot express. */
  when?: (seen: ParsedRun, line: string) => boolean;
}

type More = Omit<Sign, 'cause' | 'line'>;
export const sign = (cause: Cause, line: RegExp, more: More = {}): Sign => ({ cause, line, ...more });

export const WHILE_OPENING = { phase: 'opening' } as const;
export const WHILE_RUNNING = { phase: 'running' } as const;
export const AT_INPUT = { side: 'in' } as const;
export const AT_OUTPUT = { side: 'out' } as const;
