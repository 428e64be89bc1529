import type { SourceKind } from '../define.ts';
import { network } from './network.ts';
import { noaudio } from './noaudio.ts';
import { videoaudio } from './videoaudio.ts';
import { virtualaudio } from './virtualaudio.ts';
import { virtualvideo } from './virtualvideo.ts';

/** Order here is order in the source editor. */
export const sources: readonly SourceKind[] = [network, virtualaudio, virtualvideo, noaudio, videoaudio];

/** null for a kind that this version does not know, as stored by another. */
export const sourceOf = (id: string): SourceKind | null => sources.find((source) => source.id === id) ?? null;
