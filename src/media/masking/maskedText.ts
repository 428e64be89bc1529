declare const MASKED: unique symbol;

/** A text without secrets. Masks make it, and whatever shows a text of a core or of ffmpeg demands it. */
export type MaskedText = string & { readonly [MASKED]: true };

export type Mask = (text: string) => MaskedText;

/** A mask whose result is known to be masked. */
export const maskBy =
  (mask: (text: string) => string): Mask =>
  (text) =>
    mask(text) as MaskedText;

/** @param change takes parts away, or replaces them by a text of the interface */
export const withinMasked = (text: MaskedText, change: (text: string) => string): MaskedText =>
  change(text) as MaskedText;

/** A text of the interface itself, which holds no secret and must not be changed. */
export const ownText = (text: string): MaskedText => text as MaskedText;
