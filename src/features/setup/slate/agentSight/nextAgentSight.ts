import type { HoldStatus } from '../../../../media/hold/holdStatus.ts';

/** An agent whose status stays the same for so long is gone. */
const GONE_AFTER_MS = 6000;

/** What is known of the agent, by what it writes about a channel. */
export interface AgentSight {
  status: 'unknown' | 'alive' | 'gone';
  /** What it wrote last; null: nothing. */
  says: HoldStatus | null;
  /** When the first look was, and when it wrote something new, in ms of the monotonic clock; null: never. */
  since: number | null;
}

export const NOT_SEEN: AgentSight = { status: 'unknown', says: null, since: null };

/** @param read.status null: there is no file */
export function nextAgentSight(
  before: AgentSight,
  { status: says, at }: { status: HoldStatus | null; at: number },
): AgentSight {
  const { since, says: said } = before;
  const isNew = says !== null && said !== null && says.beat !== said.beat;
  if (isNew) return { status: 'alive', says, since: at };
  if (since === null) return { status: 'unknown', says, since: at };
  // Its first file may be one that an agent left which is gone.
  if (says !== null && said === null) return { status: 'unknown', says, since: at };
  return { status: at - since >= GONE_AFTER_MS ? 'gone' : before.status, says, since };
}
