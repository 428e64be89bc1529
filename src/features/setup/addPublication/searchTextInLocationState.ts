/** What was typed into the search, on the way from the tiles to the form. */
export const withTyped = (typed: string) => ({ typed: typed.trim() });

/** A location holds what any page has put there. */
export function typedIn(state: unknown): string | undefined {
  const typed = typeof state === 'object' && state !== null && 'typed' in state ? state.typed : undefined;
  return typeof typed === 'string' && typed !== '' ? typed : undefined;
}
