import type { ProcessConfig } from '../../api/answers/process.ts';
import { egressId } from '../../api/processIds.ts';
import { asArgument } from '../address/addressProtocol.ts';
import { renditionInput } from '../address/renditionTransport.ts';
import { inputsAndOutputs, type Source } from '../encoding/profile.ts';
import { enhancedRtmp, type Skills } from '../encoding/skills.ts';
import type { Stream } from '../encoding/streams.ts';
import { playlistAddress } from '../hls/hlsFiles.ts';
import { holdInput, readsHold } from '../hold/readsHold.ts';
import type { EgressMetadata, Feed, Output } from '../stored/metadata.ts';
import { controlFieldsOf } from './processFields.ts';

export const channelSource = (streams: Stream[]): Source => ({
  type: 'network',
  settings: {},
  inputs: [{ address: '', options: [] }],
  streams,
});

type FfmpegSkills = Pick<Skills, 'ffmpeg' | 'codecs'>;

/** A playlist holds several segments at once, so it is read in real time. */
export const feedInputs: Record<
  Feed,
  (channel: string, skills: FfmpegSkills | null) => { address: string; options: string[] }
> = {
  'hls+memfs': (channel) => ({ address: playlistAddress(channel, 'memfs'), options: ['-re'] }),
  'hls+diskfs': (channel) => ({ address: playlistAddress(channel, 'diskfs'), options: ['-re'] }),
  rtmp: (channel, skills) => ({
    address: `{rtmp,name=${channel}.stream}`,
    options: skills ? enhancedRtmp(skills) : [],
  }),
  srt: (channel) => ({ address: `{srt,name=${channel},mode=request}`, options: [] }),
};

export function egressInput(
  source: EgressMetadata['control']['source'],
  channel: string,
  skills: FfmpegSkills | null,
): { address: string; options: string[] } {
  if (source.rendition !== undefined) return renditionInput(source.rendition, source.source);
  return readsHold(source) ? holdInput(channel) : feedInputs[source.source](channel, skills);
}

const RTMP = /^rtmps?:/i;

/**
 * Microseconds. Without it, a process hangs if its server stops reading. ffmpeg waits this long up to three times,
 * which has to stay below the stale timeout (measured with ffmpeg 5.1 and 7.1).
 */
const WRITE_TIMEOUT = 5_000_000;

const withWriteTimeout = ({ address, options }: Output): string[] =>
  RTMP.test(address.trim()) && !options.includes('-rw_timeout')
    ? [...options, '-rw_timeout', String(WRITE_TIMEOUT)]
    : options;

/** Null if there is nothing to send. Each output is encoded separately. */
export function egressProcess({
  channel,
  service,
  uuid,
  metadata: { profiles, outputs, control },
  streams,
  skills = null,
}: {
  channel: string;
  service: string;
  uuid: string;
  metadata: EgressMetadata;
  streams: Stream[];
  skills?: FfmpegSkills | null;
}): ProcessConfig | null {
  const [profile] = profiles;
  const { inputs: read, options, global } = inputsAndOutputs([channelSource(streams)], profile);
  const [input] = read;
  if (!input || outputs.length === 0) return null;
  const feed = egressInput(control.source, channel, skills);
  const lowDelay = control.process.low_delay ? ['-flags', '+low_delay'] : [];
  return {
    type: 'ffmpeg',
    id: egressId(service, uuid),
    reference: channel,
    input: [{ id: 'input_0', address: feed.address, options: [...feed.options, ...input.options] }],
    output: outputs.map((output, i) => ({
      id: `output_${i}`,
      address: asArgument(output.address),
      options: [...lowDelay, ...options, ...withWriteTimeout(output)],
      ...(output.cleanup ? { cleanup: output.cleanup } : {}),
    })),
    options: ['-err_detect', 'ignore_err', ...global],
    ...controlFieldsOf(control),
  };
}
