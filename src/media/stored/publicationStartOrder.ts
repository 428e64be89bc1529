/** `pause`: seconds after the previous start. */
export interface StartTurn {
  /** '' for no group. */
  group: string;
  order: number;
  pause: number;
}

export const NO_TURN: StartTurn = { group: '', order: 0, pause: 0 };

/** Fifty encoders and logins at the same moment overload a small machine or uplink. */
const LEAST_PAUSE_MS = 100;
const MOST_PAUSE_S = 3600;

type Turns = Readonly<Record<string, { turn?: StartTurn | undefined }>>;

const turnOf = (all: Turns, id: string): StartTurn => all[id]?.turn ?? NO_TURN;

export function groupsIn(all: Turns, least = 1): string[] {
  const named = Object.keys(all).flatMap((id) => turnOf(all, id).group || []);
  return [...new Set(named)].filter((group) => named.filter((name) => name === group).length >= least).toSorted();
}

/** `pauseMs`: wait before each start. The order of `ids` decides between equals. */
export const turnsOf = (
  ids: readonly string[],
  all: Turns,
  group?: string,
): readonly { id: string; pauseMs: number }[] =>
  ids
    .map((id) => ({ id, ...turnOf(all, id) }))
    .filter((turn) => group === undefined || turn.group === group)
    .toSorted((a, b) => a.order - b.order)
    .map(({ id, pause }) => ({ id, pauseMs: Math.max(LEAST_PAUSE_MS, Math.min(pause, MOST_PAUSE_S) * 1000) }));
