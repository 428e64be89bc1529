import { contrastOf, LEGIBLE, rgbOf } from '../../../viewer/contrast.ts';
import { parseHexColor, UNCHOSEN_COLOR } from '../../../viewer/player/hexColor.ts';

/** The control bar of every player, and the sign on the big play button: both nearly black. */
const GROUND = '#0c1210';

/**
 * How little a color stands out against what is drawn around it and on it, as a contrast ratio; null: enough, no color,
 * or none was chosen.
 */
export function lowContrastOf(entered: string): number | null {
  const color = parseHexColor(entered);
  if (color === null || color === UNCHOSEN_COLOR) return null;
  const ratio = contrastOf(rgbOf(color), rgbOf(GROUND));
  return ratio < LEGIBLE.sign ? ratio : null;
}
