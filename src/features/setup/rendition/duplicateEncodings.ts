import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { egressOf, METADATA_KEY, RENDITION_KEY, renditionOf } from '../../../api/processIds.ts';
import { codecOf, encoderOf } from '../../../catalog/coders/index.ts';
import { proposeEncoderSettings } from '../../../catalog/coders/proposeSettings.ts';
import { readFilters } from '../../../catalog/filters/filterForm.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { feedFor } from '../../../media/address/renditionTransport.ts';
import { outgoingStreams } from '../../../media/encoding/outputFigures.ts';
import { emptyProfile, outputStreams, type Profile, type StreamCoding } from '../../../media/encoding/profile.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import type { Stream } from '../../../media/encoding/streams.ts';
import { holdAsRun } from '../../../media/hold/readsHold.ts';
import { channelSource } from '../../../media/process/egress.ts';
import { encodingKey, savingOf, sharedAmong } from '../../../media/renditions/duplicateEncodings.ts';
import { type Rung, renditionLadder } from '../../../media/renditions/renditionLadder.ts';
import { progressOf, stateOf } from '../../../media/run/progress.ts';
import {
  type EgressMetadata,
  parseEgressMetadata,
  parseRenditionMetadata,
  type RenditionMetadata,
  storedAs,
} from '../../../media/stored/metadata.ts';
import { type CodingContext, firstCoded, offerFor, plainEncoder, withCoder } from '../coder/streamCoding.ts';
import type { ChannelOutput } from '../egress/adaptPublicationToChannel.ts';
import { publicationsAmong } from '../egress/publicationsAfterChannelChange.ts';
import type { Encodings, Reader, SharedEncoding, Twins } from './slice.ts';

export interface RenditionChannel {
  id: string;
  given: ChannelOutput;
  skills: Skills;
  servers: { rtmp: boolean; srt: boolean | null };
}

export function madeBy(
  { given: output, skills }: Pick<RenditionChannel, 'given' | 'skills'>,
  profile: Profile,
): Stream[] {
  const source = channelSource(output.streams);
  const streams = outputStreams([source], profile, (type, coder) => codecOf(type, coder, skills));
  return outgoingStreams(streams, [source], profile);
}

/** Returns null if no server or playlist of the core can carry the output. */
export function renditionOfProfile(channel: RenditionChannel, profile: Profile): RenditionMetadata | null {
  const streams = madeBy(channel, profile);
  const feed = feedFor(streams, channel.servers);
  const [reads] = channel.given.feeds;
  return feed && { version: 1, name: nameOf(streams), reads, feed, profile, streams };
}

const linesOf = ({ width, height }: Pick<Stream, 'width' | 'height'>) => Math.min(width, height);
const videoIn = (streams: readonly Stream[]) => streams.find(({ type }) => type === 'video');

/** For example "720p H.264", which is not translated. */
function nameOf(streams: readonly Stream[]): string {
  const video = videoIn(streams);
  const lines = video ? linesOf(video) : 0;
  const codec = video?.codec === 'hevc' ? 'HEVC' : video?.codec === 'h264' ? 'H.264' : (video?.codec ?? '');
  return [...(lines > 0 ? [`${lines}p`] : []), codec].join(' ');
}

const sizeOf = (streams: readonly Stream[]) => {
  const video = videoIn(streams);
  return video && video.width > 0 ? `${video.width}×${video.height}` : '';
};

const encoderName = ({ video: { encoder } }: Profile) => encoderOf('video', encoder.coder)?.name ?? encoder.coder;

/** Returns the stored settings of a publication; null if unreadable. */
export function egressStored({ metadata, config, reference }: Process): EgressMetadata | null {
  const stored = metadata === UNREAD ? null : storedAs(parseEgressMetadata, metadata?.[METADATA_KEY]);
  if (stored?.status !== 'readable') return null;
  return holdAsRun(stored.metadata, reference, config === UNREAD || !config ? null : config);
}

const renditionStored = ({ metadata }: Pick<Process, 'metadata'>) =>
  parseRenditionMetadata(metadata === UNREAD ? undefined : metadata?.[RENDITION_KEY]);

/** @param processes those of the channel, with config, state and metadata */
export function encodingsOf(channel: RenditionChannel, processes: readonly Process[]): Encodings {
  const publications = publicationsAmong(processes, channel.id).flatMap((process) => {
    const metadata = egressStored(process);
    const { service = '' } = egressOf(process.id) ?? {};
    return metadata ? [{ process, metadata, name: publicationName(service, metadata.name) }] : [];
  });
  const readerOf = ({ process: { id }, name }: (typeof publications)[number]): Reader => ({ id, name });
  const saved = (readers: number, usages: number[], profile: Profile, streams: readonly Stream[]) =>
    savingOf(readers, usages, { profile, height: videoIn(streams)?.height ?? 0, results: channel.skills.tested });

  const keys = publications.map(({ process, metadata }) => [process.id, { encoding: encodingKey(metadata) }] as const);
  const twins = sharedAmong(Object.fromEntries(keys)).flatMap((ids): Twins[] => {
    const readers = publications.filter(({ process }) => ids.includes(process.id));
    const [first] = readers;
    if (!first) return [];
    const [profile] = first.metadata.profiles;
    const streams = madeBy(channel, profile);
    const usages = readers.map(({ process }) => process.state?.cpu_usage ?? 0);
    return [
      {
        readers: readers.map(readerOf),
        encoder: encoderName(profile),
        size: sizeOf(streams),
        saving: saved(readers.length, usages, profile, streams),
        shareable: feedFor(streams, channel.servers) !== null,
      },
    ];
  });
  const shared = processes.flatMap((process): SharedEncoding[] => {
    const own = renditionOf(process.id);
    if (own?.channel !== channel.id) return [];
    const { name, profile, streams } = renditionStored(process);
    const among = publications.filter(({ metadata }) => metadata.control.source.rendition === own.uuid);
    const saving = saved(among.length, [process.state?.cpu_usage ?? 0], profile, streams);
    const readers = among.map(readerOf);
    const state = stateOf(progressOf(process.state));
    return [{ id: process.id, name, state, encoder: encoderName(profile), size: sizeOf(streams), readers, saving }];
  });
  const existing = processes.flatMap((process) =>
    renditionOf(process.id)?.channel === channel.id
      ? [linesOf(videoIn(renditionStored(process).streams) ?? NO_SIZE)]
      : [],
  );
  const rungs = rungsOf(channel).flatMap(({ lines, width, height }) =>
    existing.includes(lines) ? [] : [{ lines, size: `${width}×${height}` }],
  );
  return { twins, shared, rungs };
}

const NO_SIZE = { width: 0, height: 0 };

/** Returns the sizes that this core can encode from the channel. */
export const rungsOf = (channel: RenditionChannel): Rung[] => {
  const video = videoIn(channel.given.streams);
  return video ? renditionLadder(video).filter((rung) => rungProfile(channel, rung) !== null) : [];
};

/** Formats that every receiver supports. */
const ACCEPTED: CodingContext['accepted'] = { video: ['h264'], audio: ['aac', 'none'] };

/** Returns the profile of a size in H.264 with audio; null if this core cannot encode it. */
export function rungProfile({ given: { streams }, skills }: RenditionChannel, { width, height }: Rung): Profile | null {
  const context: CodingContext = { skills, accepted: ACCEPTED };
  const at = streams.findIndex(({ type }) => type === 'video');
  const stream = streams[at];
  if (!stream) return null;
  const initial: StreamCoding = { ...emptyProfile().video, source: 0, stream: at };
  const encoder = plainEncoder(offerFor('video', initial, stream, context).encoders, skills);
  if (!encoder) return null;
  const settings = proposeEncoderSettings(encoder, { ...stream, width, height });
  const encoded = withCoder(initial, streams, { type: 'video', encoder: encoder.id, settings }, context);
  const hasSameSize = stream.width === width && stream.height === height;
  if (!hasSameSize && !skills.filters.includes('scale')) return null;
  const { settings: filters, other } = readFilters('video', encoded);
  const scale = { mode: 'fix', fix: `${width}x${height}` };
  const video = hasSameSize
    ? encoded
    : withCoder(encoded, streams, { type: 'video', filters: { other, settings: { ...filters, scale } } }, context);
  const audio = firstCoded('audio', 0, streams, context) ?? emptyProfile().audio;
  return { ...emptyProfile(), video, audio };
}
