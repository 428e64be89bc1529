import { msg } from '../../i18n/msg.ts';
import type { FfmpegVersion } from '../../media/skills.ts';
import { selectOrCustom } from '../fields.ts';
import { FRAME_RATES } from '../options.ts';

/** Frame rate and distance of keyframes: fields and arguments that most video encoders share. */
export const frameFields = {
  fps: selectOrCustom({ label: msg('Frame rate'), default: '25', options: FRAME_RATES }),
  gop: selectOrCustom({
    label: msg('Keyframe interval'),
    help: msg('Every segment starts with a keyframe, so HLS segments cannot be shorter than this.'),
    unit: 's',
    default: '2',
    options: [{ value: 'auto', label: msg('Automatic') }, '1', '2', '4', '10'],
  }),
};

/** A constant frame rate. -fps_mode came with 5.1 and took the place of -vsync; 5.0 knows -vsync only. */
export const constantRate = ({ major, minor }: FfmpegVersion): string[] =>
  major > 5 || (major === 5 && minor >= 1) ? ['-fps_mode', 'cfr'] : ['-vsync', '1'];

/** HLS cuts only on keyframes, so their distance bounds the segment length. `gop` in seconds, or 'auto'. */
export function keyframes({ fps, gop }: { fps: string; gop: string }): string[] {
  const frames = Number.parseInt(fps, 10) * Number.parseInt(gop, 10);
  return Number.isNaN(frames) ? [] : ['-g', `${frames}`];
}
