/** What every release stores where nobody has chosen a color. */
export const UNCHOSEN_COLOR = '#ffffff';

/** White, next to that: it is what an operator gets who chooses white. */
export const WHITE_CHOSEN = '#fefefe';

/** What the player shows there, as player.css has it. */
export const PLAYER_COLORS = { seekbar: '#37c871', buttons: '#ffffff' };

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/;

/** `#rrggbb` of three or six hex digits, with or without `#`, in any case; null: it is no such color. */
export function parseHexColor(entered: string): string | null {
  const [, digits = ''] = HEX.exec(entered.trim().toLowerCase()) ?? [];
  if (digits === '') return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}
