import { contrastOf, rgbOf } from '../contrast.ts';
import { UNCHOSEN_COLOR } from './hexColor.ts';
import type { PlayerSettings } from './settings.ts';

type Variables = Partial<Record<'--seekbar' | '--buttons' | '--on-buttons', string>>;

const [DARK, WHITE] = ['#0c1210', '#ffffff'];

const signOn = (button: string) =>
  contrastOf(rgbOf(button), rgbOf(DARK)) > contrastOf(rgbOf(button), rgbOf(WHITE)) ? DARK : WHITE;

export function colorVariables({ seekbar, buttons }: PlayerSettings['color']): Variables {
  return {
    ...(seekbar === UNCHOSEN_COLOR ? {} : { '--seekbar': seekbar }),
    ...(buttons === UNCHOSEN_COLOR ? {} : { '--buttons': buttons, '--on-buttons': signOn(buttons) }),
  };
}
