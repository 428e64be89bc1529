import type { SourceContext } from '../define.ts';
import { decoderRows, encoderRows, encodersToTry } from './coders.ts';
import { filterRows } from './filters.ts';
import type { TrialRow } from './row.ts';
import { serviceRows } from './services.ts';
import { sourceRows } from './sources.ts';

/** Whatever is chosen there, ffmpeg is given a number in the same place. */
const NUMBERS = ['fps', 'gop'];

/**
 * All that this interface can write for this core: what is written by default first, then each setting that can be chosen.
 * Of hardware what is written by default alone: where the device is missing ffmpeg comes no further.
 */
export function trialRows(context: SourceContext): TrialRow[] {
  const { skills } = context;
  const rows = [
    ...encodersToTry(skills).flatMap((encoder) => encoderRows(encoder, skills.ffmpeg)),
    ...decoderRows(skills),
    ...filterRows(skills),
    ...sourceRows(context),
    ...serviceRows(skills),
  ];
  const byDefault = rows.filter(({ setting }) => setting === null);
  const chosen = rows.filter(
    ({ setting, hardware, kind }) =>
      setting !== null && !hardware && !(kind === 'encoder' && NUMBERS.includes(setting.key)),
  );
  // Side by side they share a process.
  const shared = byDefault.filter(({ runs }) => runs === 'shared');
  return [...shared, ...byDefault.filter(({ runs }) => runs !== 'shared'), ...chosen];
}
