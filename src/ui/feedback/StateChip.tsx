import { useTranslation } from 'react-i18next';
import { msg } from '../../i18n/msg.ts';
import { type DrawingName, Icon } from '../look/icons.tsx';
import type { ColorTone } from '../look/palette.ts';

/** `unknown`: not observed yet, or the core is unreachable. */
export type ChannelState = 'unknown' | 'disconnected' | 'connecting' | 'connected' | 'disconnecting' | 'error';

/** Icon, word and color, never color alone. */
const looks: Record<ChannelState, { icon: DrawingName; word: string; tone: ColorTone }> = {
  unknown: { icon: 'info', word: msg('State unknown'), tone: 'neutral' },
  disconnected: { icon: 'empty', word: msg('Stopped'), tone: 'neutral' },
  connecting: { icon: 'wait', word: msg('Connecting'), tone: 'warning' },
  connected: { icon: 'live', word: msg('Live'), tone: 'accent' },
  disconnecting: { icon: 'wait', word: msg('Stopping'), tone: 'warning' },
  error: { icon: 'cross', word: msg('Failing'), tone: 'error' },
};

export const stateWord = (state: ChannelState) => looks[state].word;

export interface StateProps {
  state: ChannelState;
  /** Number of problems of a live channel, or of additional ones otherwise. */
  problems?: number;
  /** Overrides the color, to match another sentence about the same thing. */
  tone?: ColorTone;
  held?: true | undefined;
}

const HELD = { icon: 'wait', word: msg('Standby image'), tone: 'warning' } as const;

const lookOf = ({ state, problems, tone, held }: StateProps) => {
  if (held) return { ...HELD, ...(tone && { tone }) };
  const style = state === 'connected' && problems ? ({ icon: 'alert', tone: 'warning' } as const) : looks[state];
  return { ...style, ...(tone && { tone }) };
};

/** "Live", "Live, 1 problem", "Failing +1". */
export function useStateWord({ state, problems: count, held }: StateProps): string {
  const { t } = useTranslation();
  const word = t(held ? HELD.word : looks[state].word);
  if (!count) return word;
  return state === 'connected' && !held
    ? t('Live, {{count}} problems', { count, defaultValue_one: 'Live, {{count}} problem' })
    : `${word} +${count}`;
}

/** For places without room for the word, which becomes its label. */
export function StateIcon(props: StateProps) {
  const { icon, tone } = lookOf(props);
  return (
    <span className={`tone-${tone}`}>
      <Icon name={icon} label={useStateWord(props)} />
    </span>
  );
}

export function StateWord(props: StateProps) {
  const { icon, tone } = lookOf(props);
  return (
    <span className={`state-word tone-${tone}`}>
      <Icon name={icon} size={16} />
      {useStateWord(props)}
    </span>
  );
}

interface StateChipProps extends StateProps {
  word?: string;
  detail?: string | undefined;
  /** On a picture: dark in both color schemes. */
  over?: boolean;
}

export function StateChip({ word, detail, over = false, ...state }: StateChipProps) {
  const style = lookOf(state);
  const usual = useStateWord(state);
  return (
    <span className={`chip tone-${style.tone}`} {...(over ? { 'data-scheme': 'dark' } : {})}>
      <Icon name={style.icon} size={18} />
      {[word ?? usual, detail].filter((part) => part !== undefined).join(' · ')}
    </span>
  );
}
