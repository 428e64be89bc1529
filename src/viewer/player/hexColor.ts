/** Stored by all releases for "no color chosen". */
export const UNCHOSEN_COLOR = '#ffffff';

/** Almost white, stored when the operator chooses white. */
export const WHITE_CHOSEN = '#fefefe';

export const PLAYER_COLORS = { seekbar: '#37c871', buttons: '#ffffff' };

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/;

/** Parses three or six hex digits, with or without `#`, into `#rrggbb`; null if malformed. */
export function parseHexColor(typed: string): string | null {
  const [, digits = ''] = HEX.exec(typed.trim().toLowerCase()) ?? [];
  if (digits === '') return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}
