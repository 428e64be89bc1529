import { createContext, useContext, useState } from 'react';

/** A field that somebody was sent to, by the keys it may have, and why; translated. */
export interface PointedField {
  keys: readonly string[];
  text: string;
}

/** Whoever opens a form because something failed is told so at the field where it can be mended. */
export const Pointed = createContext<PointedField | null>(null);

/**
 * Why this field is pointed at, until it is changed.
 * @param isHere whether the key is that of a field here, and shown
 * @param contentOf what stands in it
 */
export function usePointed(isHere: (key: string) => boolean, contentOf: (key: string) => unknown) {
  const pointed = useContext(Pointed);
  const key = pointed?.keys.find(isHere);
  const value = key === undefined ? undefined : JSON.stringify(contentOf(key));
  const [before, setBefore] = useState<{ key: string; value: string | undefined } | null>(null);
  if (key !== undefined && before?.key !== key) setBefore({ key, value });
  if (!pointed || key === undefined) return null;
  return before === null || before.value === value ? { key, text: pointed.text } : null;
}
