import { UNREAD } from '../../api/answers/fields.ts';
import type { Process } from '../../api/answers/process.ts';
import { RENDITION_KEY, renditionOf } from '../../api/ids.ts';
import { parseRenditionMetadata } from '../../media/metadata.ts';
import { processDiffers } from '../../media/process/differs.ts';
import type { Profile } from '../../media/profile.ts';
import { renditionProcess } from '../../media/renditions/process.ts';
import type { MediaType } from '../../media/streams.ts';
import { feedAfter, type Given } from './follow.ts';
import type { Turn } from './followers.ts';

/** The same coders for the streams that there are now; null: nothing is left to encode. */
function remapped(profile: Profile, { streams }: Given): Profile | null {
  const at = (type: MediaType) => {
    const coding = profile[type];
    if (streams[coding.stream]?.type === type || coding.encoder.coder === 'none') return coding;
    return { ...coding, stream: streams.findIndex((stream) => stream.type === type) };
  };
  const [video, audio] = [at('video'), at('audio')];
  return video.stream < 0 || audio.stream < 0 ? null : { ...profile, video, audio };
}

/**
 * What becomes of the renditions of a channel whose streams or feeds turn into others: they encode the same as before. One
 * whose picture or sound is gone stays as it is, as what it makes is promised to its publications.
 */
export const renditionsAlong = (processes: readonly Process[], { channel, skills, after }: Turn) =>
  processes.flatMap(({ id, config, metadata: all }) => {
    const own = renditionOf(id);
    if (own?.channel !== channel || all === UNREAD || config === UNREAD || !config) return [];
    const stored = parseRenditionMetadata(all?.[RENDITION_KEY]);
    const profile = remapped(stored.profile, after);
    const metadata = profile && { ...stored, profile, reads: feedAfter(stored.reads, after) };
    const { autostart } = config;
    const process =
      metadata && renditionProcess({ channel, uuid: own.uuid, metadata, streams: after.streams, autostart, skills });
    return process && processDiffers(config, process) ? [{ process, metadata, name: stored.name }] : [];
  });
