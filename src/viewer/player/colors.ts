import { UNCHOSEN_COLOR } from './hexColor.ts';
import type { PlayerSettings } from './settings.ts';

/** Names of the variables in player.css: it has a value of its own for each. */
type Variables = Partial<Record<'--seekbar' | '--buttons' | '--on-buttons', string>>;

/** Above this share of full light, a dark sign stands out better than a white one (WCAG 2, contrast). */
const LIGHT = 0.18;

/** 0 (black) to 1 (white), as eyes see it; `#rrggbb`. */
function lightOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What player.css is told. Where nobody has chosen a color, the page keeps its own. */
export function colorVariables({ seekbar, buttons }: PlayerSettings['color']): Variables {
  return {
    ...(seekbar === UNCHOSEN_COLOR ? {} : { '--seekbar': seekbar }),
    ...(buttons === UNCHOSEN_COLOR
      ? {}
      : { '--buttons': buttons, '--on-buttons': lightOf(buttons) > LIGHT ? '#0c1210' : '#ffffff' }),
  };
}
