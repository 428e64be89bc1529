import type { Mask } from '../../media/masking/maskedText.ts';
import { maskNamedSecrets } from '../../media/masking/maskNamedSecrets.ts';

let rules: Mask = maskNamedSecrets;

export const mask: Mask = (text) => rules(text);

/** Called only by the store. Stores of one process share the rules, so none may reduce them. */
export function replaceMask(next: Mask): void {
  rules = next;
}
