import { msg } from '../../i18n/msg.ts';
import { type FfmpegVersion, ffmpegHas, spellOption } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import { FRAME_RATE, FRAME_RATES } from '../form/choiceLists.ts';
import { select, selectOrCustom } from '../form/fields.ts';
import { valueOfFigure } from '../form/parseFigure.ts';

export const frameFields = {
  fps: selectOrCustom({ label: msg('Frame rate'), default: '25', options: FRAME_RATES, figure: FRAME_RATE }),
  gop: selectOrCustom({
    label: msg('Keyframe interval'),
    help: msg('Every segment starts with a keyframe, so HLS segments cannot be shorter than this.'),
    unit: 's',
    default: '2',
    options: [{ value: 'auto', label: msg('Automatic') }, '1', '2', '4', '10'],
    figure: { min: 0.1, max: 600, step: 0.001 },
  }),
};

export const frameModeField = (fallback: 'auto' | 'cfr') =>
  select({
    label: msg('Frame rate mode'),
    default: fallback,
    options: [
      { value: 'auto', label: msg('Automatic') },
      { value: 'cfr', label: msg('Constant: frames are repeated and left out') },
      { value: 'vfr', label: msg('Variable: frames are left out, none is repeated') },
      { value: 'passthrough', label: msg('As they come') },
    ],
  });

const NUMBERS = new Map<string, string>(Object.entries({ passthrough: '0', cfr: '1', vfr: '2' }));

/** ffmpeg's default keeps a rate that is set. */
function modeOf(mode: string, ffmpeg: FfmpegVersion): string[] {
  const name = spellOption('frameMode', ffmpeg);
  return [name, name === '-vsync' ? (NUMBERS.get(mode) ?? '1') : mode];
}

export const constantRate = (ffmpeg: FfmpegVersion): string[] => modeOf('cfr', ffmpeg);

export function paceFrames({ fps, fps_mode }: { fps: string; fps_mode: string }, ffmpeg: FfmpegVersion) {
  const mode = fps_mode === 'auto' ? 'cfr' : fps_mode;
  return { rate: mode === 'cfr' || !ffmpegHas('refusedRates', ffmpeg) ? ['-r', fps] : [], mode: modeOf(mode, ffmpeg) };
}

/** `gop` in seconds, or 'auto'. At least one frame, as 0 makes every frame a keyframe. */
export function keyframes({ fps, gop }: { fps: string; gop: string }): string[] {
  const frames = Math.max(1, Math.round(valueOfFigure(fps) * valueOfFigure(gop)));
  return Number.isNaN(frames) ? [] : ['-g', `${frames}`];
}

/** Also forbids keyframes in between: platforms require segments of equal length. */
export function evenKeyframes(settings: { fps: string; gop: string }): string[] {
  const [option, frames] = keyframes(settings);
  return option === undefined || frames === undefined ? [] : [option, frames, '-keyint_min', frames];
}
