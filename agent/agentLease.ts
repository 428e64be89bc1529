import * as z from 'zod/mini';

/** In the core's memory: anybody who can read that reads a name that says nothing, and a number. */
export const LEASE_FILE = 'sluice-agent.json';

const Lease = z.object({ name: z.string().check(z.maxLength(64)), counter: z.number() });
export type Lease = z.infer<typeof Lease>;

const MOST_CHARACTERS = 512;
/**
 * Two rounds without a change, looked at by an agent that is awake, and its writer is gone. Together they are less than
 * what can be made good, so that publications keep their sessions.
 */
const ROUND_S = 12;
const QUIET_ROUNDS = 2;
/** Less than a round: after it somebody else may act, so nothing is written until the lease was looked at. */
const TRUSTED_S = 10;

/** null: there is none. */
export function parseLease(text: string | null): Lease | null {
  if (text === null || text.length > MOST_CHARACTERS) return null;
  try {
    return Lease.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Of one agent. All times are seconds of its own monotonic clock. */
export interface LeaseState {
  name: string;
  role: 'new' | 'acting' | 'standing-by';
  /** The last one that was seen or written. */
  seen: Lease | null;
  /** When the round began in which it has not changed. */
  roundAt: number;
  quietRounds: number;
  /** When it was last seen that the lease is ours. */
  heldAt: number;
}

export const newLease = (name: string, at: number): LeaseState => ({
  ...{ name, role: 'new', seen: null, roundAt: at, quietRounds: 0 },
  heldAt: Number.NEGATIVE_INFINITY,
});

/**
 * After each look at the lease, at most some seconds apart.
 * @param found in the core's memory
 * @param step by which the number rises, random: it tells two of one name apart that look at the same moments
 * @returns `write`: what is to be written now
 */
export function leaseAfter(
  before: LeaseState,
  found: Lease | null,
  at: number,
  step: number,
): { state: LeaseState; write: Lease | null } {
  const { name, role, seen } = before;
  const isOurs = found?.name === name;
  // Another agent has the same name, as of two machines with one: it counts on from what this one has written.
  if (isOurs && role === 'acting' && found.counter > (seen?.counter ?? 0))
    return { state: standBy({ ...before, name: `${name}+` }, found, at), write: null };
  if (role === 'acting' && found !== null && !isOurs) return { state: standBy(before, found, at), write: null };
  // One that was restarted goes on at once: readers have some seconds in hand.
  if (role === 'acting' || isOurs) return act(before, found, at, { step, isHeld: true });
  if (role === 'new' && found === null) return act(before, found, at, { step, isHeld: false });
  const isSame = found?.name === seen?.name && found?.counter === seen?.counter;
  if (role === 'new' || !isSame) return { state: standBy(before, found, at), write: null };
  if (at - before.roundAt < ROUND_S) return { state: before, write: null };
  const quietRounds = before.quietRounds + 1;
  if (quietRounds >= QUIET_ROUNDS) return act(before, found, at, { step, isHeld: false });
  return { state: { ...before, quietRounds, roundAt: at }, write: null };
}

/** @param isHeld it was seen that the lease is ours; one that was just taken is looked at once more. */
function act(before: LeaseState, found: Lease | null, at: number, { step, isHeld }: { step: number; isHeld: boolean }) {
  const write = { name: before.name, counter: (found ?? before.seen ?? { counter: 0 }).counter + step };
  const heldAt = isHeld ? at : before.heldAt;
  const state: LeaseState = { ...before, role: 'acting', seen: write, roundAt: at, quietRounds: 0, heldAt };
  return { state, write };
}

const standBy = (before: LeaseState, seen: Lease | null, at: number): LeaseState => ({
  ...before,
  ...{ role: 'standing-by', seen, roundAt: at, quietRounds: 0, heldAt: Number.NEGATIVE_INFINITY },
});

/** Whether this agent may write: not after a pause in which another may have taken over. */
export const mayAct = ({ role, heldAt }: LeaseState, at: number): boolean =>
  role === 'acting' && at - heldAt < TRUSTED_S;
