import type { ProcessConfig, ProcessInput } from '../../api/answers/process.ts';
import { asArgument } from '../address/addressProtocol.ts';
import type { Input } from '../encoding/profile.ts';
import type { Limits, ProcessControl } from '../stored/metadata.ts';

export const inputFieldsOf = (inputs: readonly Input[]): ProcessInput[] =>
  inputs.map(({ address, options }, i) => ({ id: `input_${i}`, address: asArgument(address), options }));

type Control = Pick<
  ProcessConfig,
  'autostart' | 'reconnect' | 'reconnect_delay_seconds' | 'stale_timeout_seconds' | 'limits'
>;

/** Without limits in an update, the core keeps the ones it has. */
export const controlFieldsOf = ({
  process,
  limits,
}: {
  process: ProcessControl;
  limits?: Limits | undefined;
}): Control => ({
  autostart: process.autostart,
  reconnect: process.reconnect,
  reconnect_delay_seconds: process.delay,
  stale_timeout_seconds: process.staleTimeout,
  ...(limits ? { limits } : {}),
});
