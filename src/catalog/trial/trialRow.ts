import type { TriedKind } from '../../media/encoding/ffmpegTrialResult.ts';
import type { Input } from '../../media/encoding/profile.ts';
import type { TrialArguments } from '../../media/process/trialProcess.ts';
import type { SettingVariant } from './settingVariants.ts';

/** Something that this interface can write, with what ffmpeg is told to try it, and what is withheld where it refuses. */
export interface TrialRow {
  kind: TriedKind;
  /** The entries that write it: several services write the same. */
  names: readonly string[];
  /** The setting that brings it; null: it is written by default. */
  setting: SettingVariant | null;
  global: readonly string[];
  inputs: readonly Input[];
  /** null: it is about reading alone, and nothing is decoded. */
  output: { address: string; options: readonly string[] } | null;
  /**
   * `shared`: it ends well where its arguments are taken, so that several share a process. `alone`: several of it in one
   * process wait for each other. `reaching`: it needs what is not there, a device or somebody who answers, so that it fails
   * or waits although its arguments are taken.
   */
  runs: 'shared' | 'alone' | 'reaching';
  hardware: boolean;
}

const NOTHING: Input = { address: 'color=size=64x64', options: ['-f', 'lavfi', '-t', '0.1'] };
const NOWHERE = ['-f', 'null'];

export const toNowhere = (options: readonly string[]) => ({ address: '-', options: [...options, ...NOWHERE] });

/** One process for some rows; what they read alike is read once. */
export function trialArguments(rows: readonly TrialRow[]): TrialArguments {
  const inputs: Input[] = [];
  const placeOf = (input: Input): number => {
    const key = JSON.stringify(input);
    const known = inputs.findIndex((one) => JSON.stringify(one) === key);
    return known >= 0 ? known : inputs.push(input) - 1;
  };
  const outputs = rows.flatMap(({ output, inputs: read }) => {
    const places = read.map(placeOf);
    const maps = places.flatMap((place) => ['-map', `${place}`]);
    return output ? [{ address: output.address, options: [...maps, ...output.options] }] : [];
  });
  // ffmpeg wants to write something.
  const some = outputs.length > 0 ? outputs : [{ address: '-', options: ['-map', `${placeOf(NOTHING)}`, ...NOWHERE] }];
  return { global: [...new Set(rows.map(({ global }) => global.join('\n')))].flatMap(words), inputs, outputs: some };
}

const words = (text: string) => (text === '' ? [] : text.split('\n'));
