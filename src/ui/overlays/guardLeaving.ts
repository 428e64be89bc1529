type Ask = (go: () => void) => void;

let asks: readonly Ask[] = [];

/** From now on `ask` decides over going, until the returned function is called. */
export function guardLeaving(ask: Ask): () => void {
  asks = [...asks, ask];
  return () => {
    asks = asks.filter((other) => other !== ask);
  };
}

/** Goes where no address leads, e.g. out: at once, or when a changed form is asked first, after a yes. */
export function leave(go: () => void) {
  const ask = asks.at(-1);
  if (ask) ask(go);
  else go();
}

/** Something on the screen would be lost. */
export const isUnsaved = (): boolean => asks.length > 0;
