import type { ArrivingStream } from '../../../api/arrivingStream.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { initialTileSettings, tileOf } from '../../../catalog/wizardTiles.ts';
import { unreadableCodec } from '../../../media/diagnosis/unreadablePush.ts';
import { emptySource } from '../../../media/encoding/profile.ts';
import { withInputs, withOwnAudio } from '../source/applyProbe.ts';
import type { WizardDraft } from './draft.ts';

/** `isProbed`: taken from a probe, which may miss video of an unknown codec. */
export type ArrivalFault = { kind: 'unreadable'; codec: string } | { kind: 'audio-only'; isProbed?: true };

/** Returns null if there is no fault, or the core does not report stream details. */
export function arrivalFaultOf(stream: ArrivingStream | null, { skills }: SourceContext): ArrivalFault | null {
  if (stream === null) return null;
  const codec = unreadableCodec(stream, skills);
  if (codec !== null) return { kind: 'unreadable', codec };
  return stream.video === null && stream.audio !== null ? { kind: 'audio-only' } : null;
}

/** Video sources for an audio-only stream. An image has to be uploaded first. */
export const PICTURES = { color: 'virtualvideo', image: 'videoloop' } as const;
export type PictureKind = keyof typeof PICTURES;

const COLOR = { source: 'color' };

/** Makes the pushed source the audio source at the same address, and adds generated video. */
export function withPicture(draft: WizardDraft, kind: PictureKind, context: SourceContext): WizardDraft {
  const id = PICTURES[kind];
  const tile = tileOf(id);
  if (tile === null) return draft;
  const settings = { ...initialTileSettings(tile), ...(kind === 'color' ? COLOR : {}) };
  const audio = withInputs({ ...draft.video, streams: [] }, context);
  const video = { ...emptySource(), type: tile.source, settings };
  return { ...withOwnAudio({ ...draft, tile: id, video }, audio, context), audioChosen: true };
}
