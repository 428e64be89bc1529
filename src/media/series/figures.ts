import { msg } from '../../i18n/msg.ts';

interface Figure {
  readonly name: string;
  /** To be translated. */
  readonly label: string;
  /** '' for a count. */
  readonly unit: string;
  readonly decimals: number;
}

/** In display order. */
export const FIGURES = [
  { name: 'kbitIn', label: msg('Incoming bitrate'), unit: 'kbit/s', decimals: 0 },
  { name: 'kbitOut', label: msg('Outgoing bitrate'), unit: 'kbit/s', decimals: 0 },
  { name: 'fps', label: msg('Frame rate'), unit: 'fps', decimals: 1 },
  { name: 'speed', label: msg('Speed'), unit: '×', decimals: 2 },
  { name: 'viewers', label: msg('Viewers'), unit: '', decimals: 0 },
  { name: 'cpu', label: msg('CPU'), unit: '%', decimals: 1 },
  { name: 'memory', label: msg('Memory'), unit: 'MiB', decimals: 0 },
] as const satisfies readonly Figure[];

export type FigureName = (typeof FIGURES)[number]['name'];
