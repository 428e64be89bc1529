/** Colors by role. The test beside this file checks all used pairs against WCAG AA. */
export interface Palette {
  page: string;
  surface: string;
  raised: string;
  line: string;
  /** Edge of a control, which needs a contrast of 3:1. */
  edge: string;
  text: string;
  dim: string;
  accent: string;
  onAccent: string;
  warning: string;
  error: string;
  onError: string;
  neutral: string;
}

export const dark: Palette = {
  page: '#101416',
  surface: '#171D20',
  raised: '#1F272B',
  line: '#2B363B',
  edge: '#66747B',
  text: '#E9EFF0',
  dim: '#A3B1B6',
  accent: '#37C871',
  onAccent: '#101416',
  warning: '#F2A93B',
  error: '#FF6B61',
  onError: '#101416',
  neutral: '#8A99A0',
};

export const light: Palette = {
  page: '#F5F7F7',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  line: '#D9E0E2',
  edge: '#7D8B91',
  text: '#12181A',
  dim: '#4D5B60',
  accent: '#0F7F43',
  onAccent: '#FFFFFF',
  warning: '#8A5300',
  error: '#B3261E',
  onError: '#FFFFFF',
  neutral: '#64737A',
};

/** Percentage of a tone mixed into the surface behind text of that tone. */
export const SOFT_PERCENT = 7;

export const font = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";

export const radius = { card: 10, control: 8 };

export type ColorTone = 'accent' | 'warning' | 'error' | 'neutral';
