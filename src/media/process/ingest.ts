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

/** MP4 stores the AAC configuration once, while MPEG-TS, FLV and encoders repeat it. */
const MP4_AUDIO = 'aac_adtstoasc';

function ingestOutput(plan: IngestPlan): Output {
  const { channel, control } = plan;
  const feeds = feedsOf(plan);
  const bsf = control.hls.version === 7 && !control.hls.lhls && passesAac(plan);
  const made =
    feeds.length === 0
      ? singleOutput(hlsOutput(channel, control.hls), control.process.low_delay, bsf)
      : // A substituted placeholder must not end an option of the list.
        teeOutput(hlsOutput(channel, control.hls, escapedIn), feeds, control.process.low_delay, bsf);
  return { ...made, options: [...ratesOf(plan), ...made.options] };
}

const RATES = { video: ['-b:v', '4096k'], audio: ['-b:a', '64k'] };

/** A master playlist only lists streams with a bitrate, so copied streams get the usual one. */
function ratesOf({ profile, control: { hls } }: IngestPlan): string[] {
  if (!hls.master_playlist || hls.lhls) return [];
  return (['video', 'audio'] as const).flatMap((type) => (profile[type].encoder.coder === 'copy' ? RATES[type] : []));
}

const escapedIn: typeof addressIn = (storage, file) => `{${storage}^:}${file}`;

const singleOutput = ({ address, options }: MuxerOutput, lowDelay: boolean, bsf: boolean): Output => ({
  address,
  options: [
    ...(lowDelay ? ['-flags', '+low_delay'] : []),
    ...(bsf ? ['-bsf:a', MP4_AUDIO] : []),
    ...options.flatMap(([name, value]) => [`-${name}`, value]),
  ],
});

const teeOutput = ({ address, options }: MuxerOutput, feeds: string[], lowDelay: boolean, bsf: boolean): Output => ({
  address: [
    `[${[...(bsf ? [['bsfs/a', MP4_AUDIO]] : []), ...options].map((pair) => pair.join('=')).join(':')}]${address}`,
    ...feeds,
  ].join('|'),
  options: [
    ...['-flags', lowDelay ? '+low_delay+global_header' : '+global_header'],
    // The tags of FLV, which the muxer in the list cannot request.
    ...['-tag:v', '7', '-tag:a', '10', '-f', 'tee'],
  ],
});

/** Returns the enabled servers that do not receive the stream from another process. */
function feedsOf({ channel, sources, profile, control, network }: IngestPlan): string[] {
  const input = resolveCoding(sources, profile.video, 'video')?.input.address ?? '';
  const free = (kind: 'rtmp' | 'srt') =>
    control[kind].enable && feedServers(network)[kind] && !ownStream(network, kind, input);
  return [
    ...(free('rtmp') ? [`[f=flv]{rtmp,name=${channel}.stream}`] : []),
    ...(free('srt') ? [`[f=mpegts]{srt,name=${channel},mode=publish}`] : []),
  ];
}

function passesAac({ sources, profile: { video, audio }, streams }: IngestPlan): boolean {
  const copies = [video, audio].some(({ encoder }) => encoder.coder === 'copy');
  const sound = resolveCoding(sources, audio, 'audio')?.stream;
  if (!copies || !sound || audio.encoder.coder === 'none') return false;
  const codec =
    audio.encoder.coder === 'copy' ? sound.codec : (streams.find(({ type }) => type === 'audio')?.codec ?? '');
  return codec === 'aac';
}

const PUSHED_KEPT = 120;

/** Encoders that push HLS need not delete old segments, which would fill the memory in hours. */
const pushCleanup = (channel: string, sources: readonly Source[]): CleanupRule[] =>
  sources.some((source) => pushOf(source)?.type === 'hls')
    ? ['.ts', '.m4s'].map((suffix) => ({
        pattern: `memfs:/ingest/${channel}*${suffix}`,
        max_files: 0,
        max_file_age_seconds: PUSHED_KEPT,
        // The encoder continues while the process is replaced.
        purge_on_delete: false,
      }))
    : [];

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

/** Written into the stream. Without a provider, ffmpeg would write its own name. */
const tags = (channel: string, network: Network) => [
  ...['-metadata', `title=${httpAddress(network)}/${channel}/oembed.json`],
  ...['-metadata', PROVIDER],
];
