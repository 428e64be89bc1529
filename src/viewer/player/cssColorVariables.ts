import { contrastOf, rgbOf } from '../contrast.ts';
import { UNCHOSEN_COLOR } from './hexColor.ts';
import type { PlayerSettings } from './settings.ts';

/** Names of the variables in player.css: it has a value of its own for each. */
type Variables = Partial<Record<'--seekbar' | '--buttons' | '--on-buttons', string>>;

const [DARK, WHITE] = ['#0c1210', '#ffffff'];

/** The sign that stands out better on a button of this color (`#rrggbb`). */
const signOn = (button: string) =>
  contrastOf(rgbOf(button), rgbOf(DARK)) > contrastOf(rgbOf(button), rgbOf(WHITE)) ? DARK : WHITE;

/** What player.css is told. Where nobody has chosen a color, the page keeps its own. */
export function colorVariables({ seekbar, buttons }: PlayerSettings['color']): Variables {
  return {
    ...(seekbar === UNCHOSEN_COLOR ? {} : { '--seekbar': seekbar }),
    ...(buttons === UNCHOSEN_COLOR ? {} : { '--buttons': buttons, '--on-buttons': signOn(buttons) }),
  };
}
