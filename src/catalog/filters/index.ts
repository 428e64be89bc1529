import type { Skills } from '../../media/encoding/skills.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { audioFilters } from './audio.ts';
import type { Filter } from './defineFilter.ts';
import { videoFilters } from './video.ts';

export const knownFilters: Record<MediaType, readonly Filter[]> = { video: videoFilters, audio: audioFilters };

export const filtersFor = (type: MediaType, skills: Pick<Skills, 'filters'>): Filter[] =>
  knownFilters[type].filter(({ ofEncoder, ffmpeg }) => !ofEncoder && skills.filters.includes(ffmpeg));
