import type { TriedKind } from '../../media/encoding/ffmpegTrialResult.ts';
import type { Input } from '../../media/encoding/profile.ts';
import type { TrialArguments } from '../../media/process/trialProcess.ts';
import type { SettingVariant } from './settingVariants.ts';

/** One thing that this interface can write, the arguments to try it, and what is hidden if ffmpeg rejects it. */
export interface TrialRow {
  kind: TriedKind;
  /** Entries that write it; several services may share arguments. */
  names: readonly string[];
  setting: SettingVariant | null;
  global: readonly string[];
  inputs: readonly Input[];
  /** null: only the input matters, and nothing is decoded. */
  output: { address: string; options: readonly string[] } | null;
  /**
   * `shared`: ends by itself, so several share a process. `alone`: several in one process would deadlock. `reaching`:
   * needs a device or server that is missing, so it fails or hangs even with valid arguments.
   */
  runs: 'shared' | 'alone' | 'reaching';
  hardware: boolean;
}

const NOTHING: Input = { address: 'color=size=64x64', options: ['-f', 'lavfi', '-t', '0.1'] };
const NOWHERE = ['-f', 'null'];

export const toNowhere = (options: readonly string[]) => ({ address: '-', options: [...options, ...NOWHERE] });

/** Arguments of one process for several rows; equal inputs are opened once. */
export function trialArguments(rows: readonly TrialRow[]): TrialArguments {
  const inputs: Input[] = [];
  const placeOf = (input: Input): number => {
    const key = JSON.stringify(input);
    const index = inputs.findIndex((other) => JSON.stringify(other) === key);
    return index >= 0 ? index : inputs.push(input) - 1;
  };
  const outputs = rows.flatMap(({ output, inputs: read }) => {
    const places = read.map(placeOf);
    const maps = places.flatMap((place) => ['-map', `${place}`]);
    return output ? [{ address: output.address, options: [...maps, ...output.options] }] : [];
  });
  const used = outputs.length > 0 ? outputs : [{ address: '-', options: ['-map', `${placeOf(NOTHING)}`, ...NOWHERE] }];
  return { global: [...new Set(rows.map(({ global }) => global.join('\n')))].flatMap(words), inputs, outputs: used };
}

const words = (text: string) => (text === '' ? [] : text.split('\n'));
