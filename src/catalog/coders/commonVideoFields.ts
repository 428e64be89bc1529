import { msg } from '../../i18n/msg.ts';
import { VIDEO_BITRATE, VIDEO_BITRATES } from '../form/choiceLists.ts';
import { type Option, select, selectOrCustom, textField } from '../form/fields.ts';
import { optionIfSet } from '../form/fieldValues.ts';

export const AUTOMATIC: Option = { value: 'auto', label: msg('Automatic') };

export const bitrateField = selectOrCustom({
  label: msg('Video bitrate'),
  unit: 'kbit/s',
  default: '4096',
  options: VIDEO_BITRATES,
  figure: VIDEO_BITRATE,
});

/** @param suffix stream specifier; existing installations have it without */
export const rateArgs = (bitrate: string, suffix: ':v' | '' = ':v'): string[] => [
  ...['-b:v', `${bitrate}k`, `-maxrate${suffix}`, `${bitrate}k`, `-bufsize${suffix}`, `${bitrate}k`],
];

export const profileField = (options: readonly (string | Option)[]) =>
  select({ label: msg('Profile'), default: 'auto', options: [AUTOMATIC, ...options] });

/** A number of the encoder; empty means ffmpeg's default. */
export const figureField = (label: string, fallback: string, [min, max]: [number, number], help?: string) =>
  textField({
    label,
    default: fallback,
    figure: { min, max, optional: true },
    ...(help === undefined ? {} : { help }),
  });

export const unless = (none: string, name: string, value: string): string[] =>
  value === none ? [] : optionIfSet(name, value);

export const x264PresetField = select({
  label: msg('Preset'),
  help: msg('Slower presets give better quality at the same bitrate but use more CPU.'),
  default: 'ultrafast',
  options: ['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower', 'veryslow'],
});
