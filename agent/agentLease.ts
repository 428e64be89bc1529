import * as z from 'zod/mini';

/** Readable by anybody with access to the core's memory; contains a random name and a number only. */
export const LEASE_FILE = 'sluice-agent.json';

const Lease = z.object({ name: z.string().check(z.maxLength(64)), counter: z.number() });
export type Lease = z.infer<typeof Lease>;

const MAX_CHARACTERS = 512;
/** A lease unchanged for two rounds has no writer. Both end before the playlist does, so sessions survive. */
const ROUND_S = 12;
const QUIET_ROUNDS = 2;
/** Less than a round: afterwards another agent may act, so the lease must be read before the next write. */
const TRUSTED_S = 10;

export function parseLease(text: string | null): Lease | null {
  if (text === null || text.length > MAX_CHARACTERS) return null;
  try {
    return Lease.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** State of one agent. All times are seconds of its own monotonic clock. */
export interface LeaseState {
  name: string;
  role: 'new' | 'acting' | 'standing-by';
  seen: Lease | null;
  roundAt: number;
  quietRounds: number;
  /** Time of the last read that showed our lease. */
  heldAt: number;
}

export const newLease = (name: string, at: number): LeaseState => ({
  ...{ name, role: 'new', seen: null, roundAt: at, quietRounds: 0 },
  heldAt: Number.NEGATIVE_INFINITY,
});

/**
 * Computes the next state. Call it after each read of the lease, every few seconds.
 * @param found the lease in the core's memory
 * @param step increment of the counter, random: it distinguishes two agents of the same name that read at the same
 * moments
 * @returns `write`: the lease to write now
 */
export function leaseAfter(
  before: LeaseState,
  found: Lease | null,
  at: number,
  step: number,
): { state: LeaseState; write: Lease | null } {
  const { name, role, seen } = before;
  const isOurs = found?.name === name;
  // Another agent has the same name and continues our counter, for example on a cloned machine.
  if (isOurs && role === 'acting' && found.counter > (seen?.counter ?? 0))
    return { state: standBy({ ...before, name: `${name}+` }, found, at), write: null };
  if (role === 'acting' && found !== null && !isOurs) return { state: standBy(before, found, at), write: null };
  // A restarted agent continues immediately: readers still have some seconds buffered.
  if (role === 'acting' || isOurs) return act(before, found, at, { step, isHeld: true });
  if (role === 'new' && found === null) return act(before, found, at, { step, isHeld: false });
  const isSame = found?.name === seen?.name && found?.counter === seen?.counter;
  if (role === 'new' || !isSame) return { state: standBy(before, found, at), write: null };
  if (at - before.roundAt < ROUND_S) return { state: before, write: null };
  const quietRounds = before.quietRounds + 1;
  if (quietRounds >= QUIET_ROUNDS) return act(before, found, at, { step, isHeld: false });
  return { state: { ...before, quietRounds, roundAt: at }, write: null };
}

/** @param isHeld whether the lease in memory is ours; a lease that was just taken must be read once more */
function act(before: LeaseState, found: Lease | null, at: number, { step, isHeld }: { step: number; isHeld: boolean }) {
  const write = { name: before.name, counter: (found ?? before.seen ?? { counter: 0 }).counter + step };
  const heldAt = isHeld ? at : before.heldAt;
  const state: LeaseState = { ...before, role: 'acting', seen: write, roundAt: at, quietRounds: 0, heldAt };
  return { state, write };
}

const standBy = (before: LeaseState, lease: Lease | null, at: number): LeaseState => ({
  ...before,
  ...{ role: 'standing-by', seen: lease, roundAt: at, quietRounds: 0, heldAt: Number.NEGATIVE_INFINITY },
});

/** Whether this agent may write: not after a pause in which another may have taken over. */
export const mayAct = ({ role, heldAt }: LeaseState, at: number): boolean =>
  role === 'acting' && at - heldAt < TRUSTED_S;
