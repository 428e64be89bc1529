import type { ProcessConfig, ProcessState } from '../../api/answers/process.ts';
import { countsCopies, type FfmpegVersion } from '../encoding/ffmpegOptionsByVersion.ts';
import { processDiffers } from './processDiffers.ts';

const VIDEO_CODER = /^-(?:c|codec)(?::v(?::\d+)?)?$|^-vcodec$/;

/** `words`: options after the inputs; before them, the same options name decoders. */
function copiesVideo(words: readonly string[]): boolean {
  const coders = words.filter((_, i) => VIDEO_CODER.test(words[i - 1] ?? ''));
  return coders.length > 0 && coders.every((coder) => coder === 'copy');
}

export const mayGoUncounted = ({ output }: ProcessConfig, ffmpeg: FfmpegVersion | null): boolean =>
  ffmpeg !== null && !countsCopies(ffmpeg) && copiesVideo(output.flatMap(({ options }) => options));

export const withoutStaleTimeout = (process: ProcessConfig): ProcessConfig => ({
  ...process,
  stale_timeout_seconds: 0,
});

/** Patched ffmpeg reports frames of copied video; the embedded core reads the time instead. */
export const showsCopying = ({ command, progress }: Pick<ProcessState, 'command' | 'progress'>): boolean =>
  copiesVideo(command.slice(command.lastIndexOf('-i') + 2)) &&
  ((progress?.frame ?? 0) > 0 || (progress?.time ?? 0) > 0);

/** Whether saving interrupts the running process. A different stale timeout alone does not. */
export const saveDiffers = (stored: ProcessConfig, desired: ProcessConfig, ffmpeg: FfmpegVersion | null): boolean =>
  processDiffers(stored, desired) &&
  !(mayGoUncounted(desired, ffmpeg) && !processDiffers(stored, withoutStaleTimeout(desired)));
