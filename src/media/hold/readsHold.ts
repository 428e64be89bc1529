import type { ProcessConfig } from '../../api/answers/process.ts';
import { channelOfHold, holdFile } from '../../api/processIds.ts';
import { addressIn } from '../hls/hlsFiles.ts';
import type { EgressMetadata } from '../stored/metadata.ts';

type Control = EgressMetadata['control'];

/** What a protected publication reads: a playlist, in real time. */
export const holdInput = (channel: string) => ({
  address: addressIn('memfs', `/${holdFile(channel)}`),
  options: ['-re'],
});

/** Whether a publication is to be protected: the flag counts for the playlist in memory alone. */
export const readsHold = ({ source, rendition, hold }: Control['source']): boolean =>
  hold === true && source === 'hls+memfs' && rendition === undefined;

/** The same, protected from now on. */
export function withHold<Own extends Control>(control: Own): Own {
  const { rendition: _, ...source } = control.source;
  return { ...control, source: { ...source, source: 'hls+memfs', hold: true } };
}

/** The same without protection. */
export function withoutHold<Own extends Control>(control: Own): Own {
  const { hold: _, ...source } = control.source;
  return { ...control, source };
}

/** Without a flag that counts for nothing. */
export const withValidHold = <Own extends Control>(control: Own): Own =>
  'hold' in control.source && !readsHold(control.source) ? withoutHold(control) : control;

/**
 * Sets the flag as the process reads: programs that know nothing of it change the input alone, or drop the flag.
 * @param process null: there is none, so the flag stays
 */
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
