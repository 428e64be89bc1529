import { maskText } from '../masking/mask.ts';
import type { Cause } from './causes.ts';
import { diagnoseRun } from './diagnoseRun.ts';
import type { Run } from './parseRun.ts';

const PLAIN = /Unrecognized option '|Unknown (?:encoder|decoder|input format)\b|Unrecogni[sz]ed hwaccel/;

const REFUSALS: ReadonlySet<Cause> = new Set([
  ...(['option-unknown', 'option-removed', 'option-value', 'option-foreign', 'encoder-missing'] as const),
  ...(['decoder-missing', 'filter-missing', 'filter-option-removed', 'generator-missing', 'format-missing'] as const),
  ...(['format-unknown', 'bitstream-filter'] as const),
]);
const REFUSALS_OF_SOFTWARE: ReadonlySet<Cause> = new Set([
  ...(['encoder-setting', 'bitrate', 'framerate', 'pixel-format', 'sampling', 'channels', 'experimental'] as const),
  ...(['filter-wrong', 'codec-container'] as const),
]);

const DEPRECATED = /\bis deprecated\. Use /;

/** The value is valid, but the device is missing. */
const OF_DEVICE = /'\w+_device'|\/dev\//;

/** Returns the masked line that rejects an argument; null if only a device, file or response is missing. */
export function refusalIn(run: Run, { hardware }: { hardware: boolean }): string | null {
  const plain = run.lines.find((line) => PLAIN.test(line));
  if (plain !== undefined) return maskText(plain.trim());
  const { cause, evidence } = diagnoseRun(
    { ...run, lines: run.lines.filter((line) => !DEPRECATED.test(line)) },
    'source',
  );
  const refused = REFUSALS.has(cause) || (!hardware && REFUSALS_OF_SOFTWARE.has(cause));
  return refused && !(hardware && OF_DEVICE.test(evidence)) ? evidence : null;
}
