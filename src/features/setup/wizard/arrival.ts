import type { ArrivingStream } from '../../../api/arrivingStream.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { initialTileSettings, tileOf } from '../../../catalog/wizardTiles.ts';
import { unreadableCodec } from '../../../media/diagnosis/unreadablePush.ts';
import { emptySource } from '../../../media/encoding/profile.ts';
import { withInputs, withOwnAudio } from '../source/applyProbe.ts';
import type { WizardDraft } from './draft.ts';

/**
 * Why no channel can be made of what arrives. `isProbed`: the core does not say what arrives, and may have left out video
 * that it does not know.
 */
export type ArrivalFault = { kind: 'unreadable'; codec: string } | { kind: 'audio-only'; isProbed?: true };

/** null: it can, or the core does not say what arrives. */
export function arrivalFaultOf(stream: ArrivingStream | null, { skills }: SourceContext): ArrivalFault | null {
  if (stream === null) return null;
  const codec = unreadableCodec(stream, skills);
  if (codec !== null) return { kind: 'unreadable', codec };
  return stream.video === null && stream.audio !== null ? { kind: 'audio-only' } : null;
}

/** Pictures for audio that has none: a color at once, an image once it is uploaded. */
export const PICTURES = { color: 'virtualvideo', image: 'videoloop' } as const;
export type PictureKind = keyof typeof PICTURES;

const COLOR = { source: 'color' };

/** The pushed source becomes the audio, at the same address, beside a picture that is made here. */
export function withPicture(draft: WizardDraft, kind: PictureKind, context: SourceContext): WizardDraft {
  const id = PICTURES[kind];
  const tile = tileOf(id);
  if (tile === null) return draft;
  const settings = { ...initialTileSettings(tile), ...(kind === 'color' ? COLOR : {}) };
  const audio = withInputs({ ...draft.video, streams: [] }, context);
  const video = { ...emptySource(), type: tile.source, settings };
  return { ...withOwnAudio({ ...draft, tile: id, video }, audio, context), audioChosen: true };
}
