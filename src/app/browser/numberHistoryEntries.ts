interface RouteSource {
  subscribe(changed: () => void): unknown;
}

const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : null;

/**
 * The router can hold a step back only when it knows how far it went, by a number in the state of each place of the
 * history. Places reached by a plain `#/…` link have none: they get one here, before the router looks.
 * Call it before the router is made; the answer tells it about the router.
 */
export function numberHistory(page: Window): (router: RouteSource) => void {
  let last = indexOf(page.history.state) ?? 0;
  const number = () => {
    const known = indexOf(page.history.state);
    last = known ?? last + 1;
    if (known === null) page.history.replaceState({ ...page.history.state, idx: last }, '');
  };
  page.addEventListener('popstate', number, { capture: true });
  return (router) =>
    void router.subscribe(() => {
      last = indexOf(page.history.state) ?? last;
    });
}
