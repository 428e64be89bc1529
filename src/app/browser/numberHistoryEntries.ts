interface RouteSource {
  subscribe(onChange: () => void): unknown;
}

const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null;

/**
 * The router can only block a step between numbered history entries, but plain `#/…` links create them without a
 * number. Call this before creating the router, and pass the router to the result.
 */
export function numberHistory(page: Window): (router: RouteSource) => void {
  let last = indexOf(page.history.state) ?? 0;
  const number = () => {
    const index = indexOf(page.history.state);
    last = index ?? last + 1;
    if (index === null) page.history.replaceState({ ...page.history.state, idx: last }, '');
  };
  page.addEventListener('popstate', number, { capture: true });
  return (router) =>
    void router.subscribe(() => {
      last = indexOf(page.history.state) ?? last;
    });
}
