import type { ProcessConfig } from '../../api/answers/process.ts';
import { ingestId } from '../../api/processIds.ts';
import { httpAddress, type Network } from '../address/channelAddresses.ts';
import { inputsAndOutputs, isComplete } from '../encoding/profile.ts';
import type { IngestMetadata } from '../stored/metadata.ts';
import { hlsCleanup } from './hlsOutput.ts';
import { ingestOutput } from './ingestOutput.ts';
import { controlOf, inputsOf } from './inputsAndControl.ts';

/** The process that takes the source in and writes HLS; null while the profile is incomplete: nothing to send then. */
export function ingestProcess({
  channel,
  metadata: { sources, profiles, streams, control },
  network,
}: {
  channel: string;
  metadata: IngestMetadata;
  network: Network;
}): ProcessConfig | null {
  const [profile] = profiles;
  if (!isComplete(sources, profile)) return null;
  const { inputs, options, global } = inputsAndOutputs(sources, profile);
  const output = ingestOutput({ channel, sources, profile, streams, control, network });
  return {
    type: 'ffmpeg',
    id: ingestId(channel),
    reference: channel,
    input: inputsOf(inputs),
    output: [
      {
        id: 'output_0',
        address: output.address,
        options: ['-dn', '-sn', ...options, ...tags(channel, network), ...output.options],
        cleanup: hlsCleanup(channel, control.hls),
      },
    ],
    options: ['-err_detect', 'ignore_err', ...global, '-y'],
    ...controlOf(control),
  };
}

// Written into the stream; who finds it elsewhere gets to the channel. Same text as in existing installations.
const tags = (channel: string, network: Network) => [
  ...['-metadata', `title=${httpAddress(network)}/${channel}/oembed.json`],
  ...['-metadata', 'service_provider=datarhei-Restreamer'],
];
