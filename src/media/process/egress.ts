import type { ProcessConfig } from '../../api/answers/process.ts';
import { egressId } from '../../api/ids.ts';
import { playlistAddress } from '../hls.ts';
import type { EgressMetadata } from '../metadata.ts';
import { inputsAndOutputs, type Source } from '../profile.ts';
import type { Stream } from '../streams.ts';
import { controlOf } from './parts.ts';

/** The only source a publication has: the streams that its channel's ingest puts out. */
export const channelSource = (streams: Stream[]): Source => ({
  type: 'network',
  settings: {},
  inputs: [{ address: '', options: [] }],
  streams,
});

/**
 * The process of a publication; null when it sends nothing: no outputs, or neither video nor audio. Each output is
 * coded on its own.
 * @param streams of the ingest's metadata
 */
export function egressProcess({
  channel,
  service,
  uuid,
  metadata: { profiles, outputs, control },
  streams,
}: {
  channel: string;
  service: string;
  uuid: string;
  metadata: EgressMetadata;
  streams: Stream[];
}): ProcessConfig | null {
  const [profile] = profiles;
  const { inputs, options } = inputsAndOutputs([channelSource(streams)], profile);
  const [input] = inputs;
  if (!input || outputs.length === 0) return null;
  return {
    type: 'ffmpeg',
    id: egressId(service, uuid),
    reference: channel,
    // In real time: the playlist holds several segments at once.
    input: [{ id: 'input_0', address: playlistAddress(channel), options: ['-re', ...input.options] }],
    output: outputs.map((output, i) => ({
      id: `output_${i}`,
      address: output.address,
      options: [...options, ...output.options],
    })),
    options: ['-err_detect', 'ignore_err'],
    ...controlOf(control),
  };
}
