type Ask = (go: () => void) => void;

let asks: readonly Ask[] = [];

/** Lets `ask` decide about leaving until the returned function is called. */
export function guardLeaving(ask: Ask): () => void {
  asks = [...asks, ask];
  return () => {
    asks = asks.filter((other) => other !== ask);
  };
}

/** Runs an action without an address, such as the logout, after confirmation if a form is changed. */
export function leave(go: () => void) {
  const ask = asks.at(-1);
  if (ask) ask(go);
  else go();
}

export const isUnsaved = (): boolean => asks.length > 0;
