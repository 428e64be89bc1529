import type { ProcessConfig } from '../../api/answers/process.ts';
import { probeId, reachId } from '../../api/processIds.ts';
import { type Endpoint, endpointName } from '../address/endpoint.ts';
import type { Input } from '../encoding/profile.ts';
import { inputFieldsOf } from './processFields.ts';

/** Microseconds. */
const PATIENCE_US = '3000000';

/** Never started; the core only probes its input. `data` reads without detecting a format. */
export const reachProcess = (channel: string, n: number, endpoint: Endpoint): ProcessConfig => ({
  type: 'ffmpeg',
  id: reachId(channel, n),
  reference: channel,
  input: [
    {
      id: 'input_0',
      address: `tcp://${endpointName(endpoint)}`,
      options: ['-f', 'data', '-timeout', PATIENCE_US, '-probesize', '32', '-analyzeduration', '0'],
    },
  ],
  output: [{ id: 'output_0', address: '-', options: ['-codec', 'copy', '-f', 'null'] }],
  options: ['-loglevel', 'verbose'],
  autostart: false,
  reconnect: false,
  reconnect_delay_seconds: 0,
  stale_timeout_seconds: 0,
});

/** Never started: the core can only probe inputs of a stored process. */
export const probeProcess = (channel: string, inputs: readonly Input[]): ProcessConfig => ({
  type: 'ffmpeg',
  id: probeId(channel),
  reference: channel,
  input: inputFieldsOf(inputs),
  output: [{ id: 'output_0', address: '-', options: ['-dn', '-sn', '-codec', 'copy', '-f', 'null'] }],
  options: [],
  autostart: false,
  reconnect: false,
  reconnect_delay_seconds: 0,
  stale_timeout_seconds: 0,
});
