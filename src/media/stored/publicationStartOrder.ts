/** When a publication starts among others: with which, after whom, and how many seconds after that one. */
export interface StartTurn {
  /** '': only with all of them. */
  group: string;
  /** The lowest starts first. */
  order: number;
  pause: number;
}

export const NO_TURN: StartTurn = { group: '', order: 0, pause: 0 };

/** Between two that start: fifty encoders and logins in the same moment are more than a small machine or an uplink bears. */
const LEAST_PAUSE_MS = 100;
const MOST_PAUSE_S = 3600;

type Turns = Readonly<Record<string, { turn?: StartTurn | undefined }>>;

const turnOf = (all: Turns, id: string): StartTurn => all[id]?.turn ?? NO_TURN;

/** @param least as many belong to it */
export function groupsIn(all: Turns, least = 1): string[] {
  const named = Object.keys(all).flatMap((id) => turnOf(all, id).group || []);
  return [...new Set(named)].filter((group) => named.filter((one) => one === group).length >= least).toSorted();
}

/**
 * The order in which publications start or stop, and the ms to wait before each that starts.
 * @param ids in the order of the list, which decides among equals
 * @param group of these; all where none is given
 */
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
