import { msg } from '../../i18n/msg.ts';
import { type FfmpegVersion, spellOption } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import { offerChoices, SAMPLE_RATE, SAMPLE_RATES } from '../form/choiceLists.ts';
import { hidden, select, selectOrCustom } from '../form/fields.ts';

const INHERIT = { value: 'inherit', label: msg('Same as source') };
export const CHANNEL_COUNTS = new Map<string, string>(Object.entries({ mono: '1', stereo: '2' }));

export const resampleFields = (refused: { sampling?: string[]; mono?: true }) => ({
  sampling: selectOrCustom({
    label: msg('Sample rate'),
    unit: 'Hz',
    default: '44100',
    options: [INHERIT, ...offerChoices(SAMPLE_RATES, refused.sampling)],
    figure: SAMPLE_RATE,
  }),
  layout: select({
    label: msg('Audio layout'),
    default: 'stereo',
    options: [
      INHERIT,
      { value: 'mono', label: msg('Mono'), ...(refused.mono ? { storedOnly: true as const } : {}) },
      { value: 'stereo', label: msg('Stereo') },
    ],
  }),
  // Derived from the layout, for other interfaces.
  channels: hidden({
    default: '2',
    from: ({ layout }) => CHANNEL_COUNTS.get(String(layout)) ?? null,
  }),
});

export function resampleGraph(rate: string, layout: string, ffmpeg: FfmpegVersion): string {
  const key = spellOption('outputLayout', ffmpeg);
  const parts = [...(rate === '' ? [] : [`osr=${rate}`]), ...(layout === '' ? [] : [`${key}=${layout}`])];
  return parts.length === 0 ? '' : `aresample=${parts.join(':')}`;
}
