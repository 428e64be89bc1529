import type { ProcessConfig } from '../../api/answers/process.ts';
import { probeId } from '../../api/processIds.ts';
import type { Input } from '../encoding/profile.ts';
import { inputsOf } from './inputsAndControl.ts';

/** A process that is never started: the core probes only inputs of a process that it has stored. */
export const probeProcess = (channel: string, inputs: readonly Input[]): ProcessConfig => ({
  type: 'ffmpeg',
  id: probeId(channel),
  reference: channel,
  input: inputsOf(inputs),
  output: [{ id: 'output_0', address: '-', options: ['-dn', '-sn', '-codec', 'copy', '-f', 'null'] }],
  options: [],
  autostart: false,
  reconnect: false,
  reconnect_delay_seconds: 0,
  stale_timeout_seconds: 0,
});
