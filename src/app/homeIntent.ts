/** What is to happen when home is reached: so a changed form that is left on the way can ask first. */
export type HomeIntent = { select: string } | { create: string };

/** Reads the state of a place in the history, which may be anybody's. */
export function homeIntentOf(state: unknown): HomeIntent | null {
  if (typeof state !== 'object' || state === null) return null;
  if ('select' in state && typeof state.select === 'string') return { select: state.select };
  if ('create' in state && typeof state.create === 'string') return { create: state.create };
  return null;
}
