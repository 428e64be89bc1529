import type { Mask } from '../../media/masking/maskedText.ts';
import { maskNamedSecrets } from '../../media/masking/maskNamedSecrets.ts';

let rules: Mask = maskNamedSecrets;

/** Masks an error or a notice by the rules that the store holds. */
export const mask: Mask = (text) => rules(text);

/** The store alone calls this. Stores of one process share the rules, so none goes back to lesser ones. */
export function replaceMask(next: Mask): void {
  rules = next;
}
