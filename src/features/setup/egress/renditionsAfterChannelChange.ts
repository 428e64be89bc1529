import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process, ProcessConfig } from '../../../api/answers/process.ts';
import { RENDITION_KEY, renditionOf } from '../../../api/processIds.ts';
import type { Profile } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { saveDiffers } from '../../../media/process/disableStaleTimeout.ts';
import { renditionProcess } from '../../../media/renditions/renditionProcess.ts';
import { parseRenditionMetadata, type RenditionMetadata } from '../../../media/stored/metadata.ts';
import { type ChannelOutput, feedAfter } from './adaptPublicationToChannel.ts';
import type { ChannelChange } from './publicationsAfterChannelChange.ts';

/** Remaps the coders to the current streams; null: no stream is left to encode. */
function remapped(profile: Profile, { streams }: ChannelOutput): Profile | null {
  const at = (type: MediaType) => {
    const coding = profile[type];
    if (streams[coding.stream]?.type === type || coding.encoder.coder === 'none') return coding;
    return { ...coding, stream: streams.findIndex((stream) => stream.type === type) };
  };
  const [video, audio] = [at('video'), at('audio')];
  return video.stream < 0 || audio.stream < 0 ? null : { ...profile, video, audio };
}

export const renditionsAmong = (processes: readonly Process[], channel: string) =>
  processes.flatMap(({ id, metadata: all }) => {
    const { uuid, channel: owner } = renditionOf(id) ?? {};
    if (!uuid || owner !== channel || all === UNREAD) return [];
    const { name, feed, streams, profile } = parseRenditionMetadata(all?.[RENDITION_KEY]);
    return [{ uuid, name, feed, streams, profile }];
  });

export interface RenditionTurn {
  uuid: string;
  name: string;
  becomes:
    | { status: 'same'; process: ProcessConfig }
    | { status: 'changed'; process: ProcessConfig; metadata: RenditionMetadata }
    /** Its video or audio is gone. It stays unchanged, because publications depend on its output. */
    | { status: 'stuck' };
}

/** Adapts all renditions of a channel whose streams or feeds change; their encoding stays the same. */
export const renditionsAlong = (processes: readonly Process[], turn: ChannelChange): RenditionTurn[] =>
  processes.flatMap(({ id, config, metadata: all }) => {
    const own = renditionOf(id);
    if (own?.channel !== turn.channel || all === UNREAD || config === UNREAD || !config) return [];
    const stored = parseRenditionMetadata(all?.[RENDITION_KEY]);
    const becomes = becomingOf(stored, own.uuid, config, turn);
    return [{ uuid: own.uuid, name: stored.name, becomes }];
  });

function becomingOf(
  stored: RenditionMetadata,
  uuid: string,
  config: ProcessConfig,
  { channel, skills, before, after }: ChannelChange,
): RenditionTurn['becomes'] {
  const profile = remapped(stored.profile, after);
  const same = { status: 'same', process: config } as const;
  if (!profile) return remapped(stored.profile, before) ? { status: 'stuck' } : same;
  const metadata = { ...stored, profile, reads: feedAfter(stored.reads, after) };
  const { autostart } = config;
  const process = renditionProcess({ channel, uuid, metadata, streams: after.streams, autostart, skills });
  return process && saveDiffers(config, process, skills.ffmpeg) ? { status: 'changed', process, metadata } : same;
}
