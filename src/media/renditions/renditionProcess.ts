import type { ProcessConfig } from '../../api/answers/process.ts';
import { renditionId } from '../../api/processIds.ts';
import { renditionName } from '../address/renditionTransport.ts';
import { inputsAndOutputs } from '../encoding/profile.ts';
import type { Skills } from '../encoding/skills.ts';
import type { Stream } from '../encoding/streams.ts';
import type { HlsControl } from '../hls/hlsFiles.ts';
import { channelSource, feedInputs } from '../process/egress.ts';
import { hlsCleanup, hlsOutput } from '../process/hlsOutput.ts';
import type { Feed, RenditionMetadata } from '../stored/metadata.ts';

type FfmpegSkills = Pick<Skills, 'ffmpeg' | 'codecs'>;

const HLS: HlsControl = {
  lhls: false,
  segmentDuration: 2,
  listSize: 6,
  cleanup: true,
  storage: 'memfs',
  version: 3,
  master_playlist: false,
  dated: true,
};

type Output = ProcessConfig['output'][number];

export function outputOf(uuid: string, feed: Feed, options: string[]): Output {
  const name = renditionName(uuid);
  const output = (address: string, more: string[]) => ({ id: 'output_0', address, options: [...options, ...more] });
  if (feed === 'rtmp') return output(`{rtmp,name=${name}.stream}`, ['-f', 'flv']);
  if (feed === 'srt') return output(`{srt,name=${name},mode=publish}`, ['-f', 'mpegts']);
  const hls = hlsOutput(name, HLS);
  return {
    ...output(
      hls.address,
      hls.options.flatMap(([option, value]) => [`-${option}`, value]),
    ),
    cleanup: hlsCleanup(name, HLS),
  };
}

/** Null without output. Retries soon, because publications wait for it. */
export function renditionProcess({
  channel,
  uuid,
  metadata: { profile, reads, feed },
  streams,
  autostart,
  skills = null,
}: {
  channel: string;
  uuid: string;
  metadata: RenditionMetadata;
  streams: Stream[];
  /** Whether one of its publications starts with the core. */
  autostart: boolean;
  skills?: FfmpegSkills | null;
}): ProcessConfig | null {
  const { inputs, options, global } = inputsAndOutputs([channelSource(streams)], profile);
  const [input] = inputs;
  if (!input) return null;
  const read = feedInputs[reads](channel, skills);
  return {
    type: 'ffmpeg',
    id: renditionId(channel, uuid),
    reference: channel,
    input: [{ id: 'input_0', address: read.address, options: [...read.options, ...input.options] }],
    output: [outputOf(uuid, feed, ['-dn', '-sn', ...options])],
    options: ['-err_detect', 'ignore_err', ...global, '-y'],
    autostart,
    reconnect: true,
    reconnect_delay_seconds: 5,
    stale_timeout_seconds: 30,
  };
}
