import type { ProcessConfig } from '../../api/answers/process.ts';
import type { Input } from '../encoding/profile.ts';
import { inputFieldsOf } from './processFields.ts';

export interface TrialArguments {
  global: string[];
  inputs: Input[];
  outputs: { address: string; options: string[] }[];
}

export const trialProcess = (id: string, { global, inputs, outputs }: TrialArguments): ProcessConfig => ({
  type: 'ffmpeg',
  id,
  reference: id,
  input: inputFieldsOf(inputs),
  output: outputs.map((output, i) => ({ id: `output_${i}`, ...output })),
  options: global,
  autostart: false,
  reconnect: false,
  reconnect_delay_seconds: 0,
  stale_timeout_seconds: 0,
});
