declare const MASKED: unique symbol;

/** Only masks create this type, so unmasked texts cannot be shown by mistake. */
export type MaskedText = string & { readonly [MASKED]: true };

export type Mask = (text: string) => MaskedText;

export const maskBy =
  (mask: (text: string) => string): Mask =>
  (text) =>
    mask(text) as MaskedText;

export const withinMasked = (text: MaskedText, change: (text: string) => string): MaskedText =>
  change(text) as MaskedText;

/** For texts of the interface, which contain no secret. */
export const ownText = (text: string): MaskedText => text as MaskedText;
