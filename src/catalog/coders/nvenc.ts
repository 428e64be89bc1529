import { msg } from '../../i18n/msg.ts';
import type { FfmpegVersion } from '../../media/skills.ts';
import { select } from '../fields.ts';
import { AUTOMATIC, storedOnly } from './videoFields.ts';

/** What older presets are made of in the words that took their place, of which newer drivers know no others. */
const PRESETS: Record<string, readonly [preset: string, tune?: string]> = {
  default: ['p4'],
  hp: ['p1'],
  hq: ['p7'],
  bd: ['p5'],
  ll: ['p4', 'll'],
  llhq: ['p7', 'll'],
  llhp: ['p1', 'll'],
  lossless: ['p4', 'lossless'],
  losslesshp: ['p1', 'lossless'],
  losslesshq: ['p7', 'lossless'],
};
const RATES: Record<string, string> = { cbr_ld_hq: 'cbr', cbr_hq: 'cbr', vbr_hq: 'vbr' };
/** The last major that has the older words with every driver that it works with. */
const LAST = 6;

export const nvencFields = {
  preset: select({
    label: msg('Preset'),
    help: msg('Slower presets give better quality at the same bitrate, at the cost of speed.'),
    default: 'medium',
    options: [
      ...[
        'default',
        'slow',
        'medium',
        'fast',
        'hp',
        'hq',
        'bd',
        'll',
        'llhq',
        'llhp',
        'lossless',
        'losslesshp',
        storedOnly('losslesshq'),
      ],
      ...['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'],
    ],
  }),
  rc: select({
    label: msg('Rate control'),
    default: 'auto',
    options: [AUTOMATIC, 'constqp', 'vbr', 'cbr', 'cbr_ld_hq', 'cbr_hq', 'vbr_hq'],
  }),
};

export function nvencPreset(preset: string, { major }: FfmpegVersion): string[] {
  const [name = preset, tune] = major > LAST ? (PRESETS[preset] ?? []) : [];
  return ['-preset:v', name, ...(tune === undefined ? [] : ['-tune:v', tune])];
}

export function nvencRate(rc: string, { major }: FfmpegVersion): string[] {
  if (rc === 'auto') return [];
  return ['-rc:v', major > LAST ? (RATES[rc] ?? rc) : rc];
}
