import { msg } from '../../i18n/msg.ts';
import type { Skills } from '../../media/encoding/skills.ts';
import type { SourceKind } from '../form/defineCatalogEntry.ts';
import { alsa } from './alsa.ts';
import { avfoundation } from './avfoundation.ts';
import { fbdev } from './fbdev.ts';
import { audioloop, videoloop } from './loops.ts';
import { networkSource } from './network.ts';
import { raspicam } from './raspicam.ts';
import { video4linux2 } from './video4linux2.ts';
import { virtualaudio } from './virtualaudio.ts';
import { virtualvideo } from './virtualvideo.ts';
import { noaudio, videoaudio } from './withoutInput.ts';

export const sources: readonly SourceKind[] = [
  ...[networkSource, alsa, avfoundation, video4linux2, raspicam, fbdev],
  ...[virtualaudio, virtualvideo, noaudio, videoaudio, videoloop, audioloop],
];

export const sourceOf = (id: string): SourceKind | null => sources.find((source) => source.id === id) ?? null;

export const NOT_BUILT = msg("The core's ffmpeg lacks this input. Use a core image whose ffmpeg includes it.");

/** Why this core cannot read devices of a kind, with the remedy; null if it can. */
export function missingDeviceReason(
  source: SourceKind | null,
  { sources: found }: Pick<Skills, 'sources'>,
): string | null {
  if (!source?.device) return null;
  const { none, via = source.id, unbuilt = NOT_BUILT } = source.device;
  if (found[via] === undefined) return unbuilt;
  return (found[source.id] ?? []).length === 0 ? none : null;
}
