import type { ProcessConfig } from '../../api/answers/process.ts';
import { FFMPEG_TRIAL_IDS } from '../../api/processIds.ts';
import type { Input } from '../encoding/profile.ts';
import { inputFieldsOf } from './processFields.ts';

interface Arguments {
  global: readonly string[];
  inputs: readonly Input[];
  outputs: readonly { address: string; options: readonly string[] }[];
}

/** A few run at a time, each in a place of its own. */
export const ffmpegTrialId = (place: number) => `${FFMPEG_TRIAL_IDS}${place}`;

/** Hands ffmpeg some arguments, keeps nothing, and ends. */
export function ffmpegTrialProcess(place: number, { global, inputs, outputs }: Arguments): ProcessConfig {
  const id = ffmpegTrialId(place);
  return {
    type: 'ffmpeg',
    id,
    reference: id,
    input: inputFieldsOf(inputs),
    output: outputs.map(({ address, options }, i) => ({ id: `output_${i}`, address, options: [...options] })),
    options: [...global],
    autostart: false,
    reconnect: false,
    reconnect_delay_seconds: 0,
    stale_timeout_seconds: 0,
  };
}
