import type { ProcessConfig } from '../../api/answers/process.ts';
import { channelOfHold, holdFile } from '../../api/processIds.ts';
import { addressIn } from '../hls/hlsFiles.ts';
import type { EgressMetadata } from '../stored/metadata.ts';

type Control = EgressMetadata['control'];

export const holdInput = (channel: string) => ({
  address: addressIn('memfs', `/${holdFile(channel)}`),
  options: ['-re'],
});

/** The flag only has an effect on the playlist in memory. */
export const readsHold = ({ source, rendition, hold }: Control['source']): boolean =>
  hold === true && source === 'hls+memfs' && rendition === undefined;

export function withHold<Own extends Control>(control: Own): Own {
  const { rendition: _, ...source } = control.source;
  return { ...control, source: { ...source, source: 'hls+memfs', hold: true } };
}

export function withoutHold<Own extends Control>(control: Own): Own {
  const { hold: _, ...source } = control.source;
  return { ...control, source };
}

export const withValidHold = <Own extends Control>(control: Own): Own =>
  'hold' in control.source && !readsHold(control.source) ? withoutHold(control) : control;

/** Sets the flag to match the process: other programs change only the input, or drop the flag. */
export function holdAsRun(
  metadata: EgressMetadata,
  channel: string,
  process: Pick<ProcessConfig, 'input'> | null,
): EgressMetadata {
  if (process === null) return metadata;
  const isRead = process.input.some(({ address }) => channelOfHold(address) === channel);
  if (isRead === readsHold(metadata.control.source)) return metadata;
  return { ...metadata, control: (isRead ? withHold : withoutHold)(metadata.control) };
}
