import type { ProcessConfig, ProcessState } from '../../api/answers/process.ts';
import { countsCopies, type FfmpegVersion } from '../encoding/ffmpegOptionsByVersion.ts';
import { processDiffers } from './processDiffers.ts';

const VIDEO_CODER = /^-(?:c|codec)(?::v(?::\d+)?)?$|^-vcodec$/;

/** Of words that stand behind the inputs: before them the same options name decoders. One that encodes is counted. */
function copiesVideo(words: readonly string[]): boolean {
  const coders = words.filter((_, i) => VIDEO_CODER.test(words[i - 1] ?? ''));
  return coders.length > 0 && coders.every((coder) => coder === 'copy');
}

/** By the number of its version alone; null: which ffmpeg it is, is not known. */
export const mayGoUncounted = ({ output }: ProcessConfig, ffmpeg: FfmpegVersion | null): boolean =>
  ffmpeg !== null && !countsCopies(ffmpeg) && copiesVideo(output.flatMap(({ options }) => options));

export const withoutStaleTimeout = (process: ProcessConfig): ProcessConfig => ({
  ...process,
  stale_timeout_seconds: 0,
});

/**
 * Whether the core sees copied video going on: it tells frames where ffmpeg is patched, and time where the core reads the
 * other lines, as the embedded one does.
 */
export const showsCopying = ({ command, progress }: Pick<ProcessState, 'command' | 'progress'>): boolean =>
  copiesVideo(command.slice(command.lastIndexOf('-i') + 2)) &&
  ((progress?.frame ?? 0) > 0 || (progress?.time ?? 0) > 0);

/**
 * Whether saving it has the core run something else. As long as the operator wanted, or not watched as it would be written
 * now: nothing is interrupted to turn one into the other.
 */
export const saveDiffers = (stored: ProcessConfig, wanted: ProcessConfig, ffmpeg: FfmpegVersion | null): boolean =>
  processDiffers(stored, wanted) &&
  !(mayGoUncounted(wanted, ffmpeg) && !processDiffers(stored, withoutStaleTimeout(wanted)));
