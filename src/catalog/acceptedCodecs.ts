import { carriesEnhanced, type Skills } from '../media/encoding/skills.ts';
import type { MediaType } from '../media/encoding/streams.ts';
import type { Service } from './form/defineCatalogEntry.ts';

/** The codecs that a service takes of this core, best first: some go over RTMP since ffmpeg 6.1 only. */
export const takenBy = (
  { requires, enhanced = [] }: Pick<Service, 'requires' | 'enhanced'>,
  skills: Pick<Skills, 'ffmpeg'>,
): Record<MediaType, readonly string[]> => ({
  video: carriesEnhanced(skills) ? [...requires.video, ...enhanced] : requires.video,
  audio: requires.audio,
});
