import type { CleanupRule, ProcessConfig } from '../../api/answers/process.ts';
import { ingestId } from '../../api/processIds.ts';
import { feedServers, httpAddress, type Network, ownStream } from '../address/channelAddresses.ts';
import { pushOf } from '../address/pushAddress.ts';
import { inputsAndOutputs, isComplete, type Profile, resolveCoding, type Source } from '../encoding/profile.ts';
import type { Stream } from '../encoding/streams.ts';
import type { addressIn } from '../hls/hlsFiles.ts';
import type { IngestMetadata } from '../stored/metadata.ts';
import { hlsCleanup, hlsOutput, type MuxerOutput } from './hlsOutput.ts';
import { PROVIDER } from './processDiffers.ts';
import { controlFieldsOf, inputFieldsOf } from './processFields.ts';

type IngestPlan = {
  channel: string;
  sources: Source[];
  profile: Profile;
  streams: Stream[];
  control: IngestMetadata['control'];
  network: Network;
};
type Output = { address: string; options: string[] };

/** Segments of MP4 keep the description of AAC apart, where MPEG-TS, FLV and encoders repeat it. */
const MP4_AUDIO = 'aac_adtstoasc';

/** The outputs of the ingest: HLS alone, or the same stream also to the core's own servers. */
function ingestOutput(given: IngestPlan): Output {
  const { channel, control } = given;
  const feeds = feedsOf(given);
  const bsf = control.hls.version === 7 && !control.hls.lhls && passesAac(given);
  const made =
    feeds.length === 0
      ? alone(hlsOutput(channel, control.hls), control.process.low_delay, bsf)
      : // What a placeholder stands for must not end an option of the list.
        together(hlsOutput(channel, control.hls, escapedIn), feeds, control.process.low_delay, bsf);
  return { ...made, options: [...ratesOf(given), ...made.options] };
}

const RATES = { video: ['-b:v', '4096k'], audio: ['-b:a', '64k'] };

/** A master playlist names only streams with a bitrate, so a copied stream without one gets the usual value. */
function ratesOf({ profile, control: { hls } }: IngestPlan): string[] {
  if (!hls.master_playlist || hls.lhls) return [];
  return (['video', 'audio'] as const).flatMap((type) => (profile[type].encoder.coder === 'copy' ? RATES[type] : []));
}

const escapedIn: typeof addressIn = (storage, file) => `{${storage}^:}${file}`;

const alone = ({ address, options }: MuxerOutput, lowDelay: boolean, bsf: boolean): Output => ({
  address,
  options: [
    ...(lowDelay ? ['-flags', '+low_delay'] : []),
    ...(bsf ? ['-bsf:a', MP4_AUDIO] : []),
    ...options.flatMap(([name, value]) => [`-${name}`, value]),
  ],
});

const together = ({ address, options }: MuxerOutput, feeds: string[], lowDelay: boolean, bsf: boolean): Output => ({
  address: [
    `[${[...(bsf ? [['bsfs/a', MP4_AUDIO]] : []), ...options].map((pair) => pair.join('=')).join(':')}]${address}`,
    ...feeds,
  ].join('|'),
  options: [
    ...['-flags', lowDelay ? '+low_delay+global_header' : '+global_header'],
    // The tags of FLV, as the muxer in the list cannot ask for them.
    ...['-tag:v', '7', '-tag:a', '10', '-f', 'tee'],
  ],
});

/** The core's servers that are to get the stream, are on, and have it from nobody else. */
function feedsOf({ channel, sources, profile, control, network }: IngestPlan): string[] {
  const input = resolveCoding(sources, profile.video, 'video')?.input.address ?? '';
  const free = (kind: 'rtmp' | 'srt') =>
    control[kind].enable && feedServers(network)[kind] && !ownStream(network, kind, input);
  return [
    ...(free('rtmp') ? [`[f=flv]{rtmp,name=${channel}.stream}`] : []),
    ...(free('srt') ? [`[f=mpegts]{srt,name=${channel},mode=publish}`] : []),
  ];
}

/** Something is passed through, and the sound is AAC. Its encoders are known by what leaves the ingest. */
function passesAac({ sources, profile: { video, audio }, streams }: IngestPlan): boolean {
  const copies = [video, audio].some(({ encoder }) => encoder.coder === 'copy');
  const sound = resolveCoding(sources, audio, 'audio')?.stream;
  if (!copies || !sound || audio.encoder.coder === 'none') return false;
  const codec =
    audio.encoder.coder === 'copy' ? sound.codec : (streams.find(({ type }) => type === 'audio')?.codec ?? '');
  return codec === 'aac';
}

/** Seconds: the ingest has read a pushed segment long before. */
const PUSHED_KEPT = 120;

/** Encoders that push HLS need not delete what they have sent: the memory of the core would be full in a few hours. */
const pushCleanup = (channel: string, sources: readonly Source[]): CleanupRule[] =>
  sources.some((source) => pushOf(source)?.type === 'hls')
    ? ['.ts', '.m4s'].map((suffix) => ({
        pattern: `memfs:/ingest/${channel}*${suffix}`,
        max_files: 0,
        max_file_age_seconds: PUSHED_KEPT,
        // The encoder goes on while the process is replaced.
        purge_on_delete: false,
      }))
    : [];

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
    input: inputFieldsOf(inputs),
    output: [
      {
        id: 'output_0',
        address: output.address,
        options: ['-dn', '-sn', ...options, ...tags(channel, network), ...output.options],
        cleanup: [...hlsCleanup(channel, control.hls), ...pushCleanup(channel, sources)],
      },
    ],
    options: ['-err_detect', 'ignore_err', ...global, '-y'],
    ...controlFieldsOf(control),
  };
}

/** Written into the stream. Who finds it elsewhere gets to the channel; without a provider ffmpeg would name itself. */
const tags = (channel: string, network: Network) => [
  ...['-metadata', `title=${httpAddress(network)}/${channel}/oembed.json`],
  ...['-metadata', PROVIDER],
];
