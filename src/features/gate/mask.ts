import type { Mask } from '../../media/masking/maskedText.ts';
import { maskNamedSecrets } from '../../media/masking/maskNamedSecrets.ts';

let rules: Mask = maskNamedSecrets;

/** Masks an error or a notice by the rules that the store holds. */
export const mask: Mask = (text) => rules(text);

/** The store alone calls this: when it is created, and when the live wing brings the full rules. */
export function replaceMask(next: Mask): void {
  rules = next;
}
