import { initialTileSettings, tileOf } from '../../../catalog/wizardTiles.ts';
import { emptySource, type Source } from '../../../media/encoding/profile.ts';
import { DEFAULT_LICENSE } from '../../../media/stored/licenses.ts';
import type { Meta } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { rebaseDraft } from '../../shared/editor/rebaseDraft.ts';
import type { HeldChannel } from '../saveChannel/readChannel.ts';
import { audioOriginOf, newSources, rebaseSources, type SourceDraft, type Sources } from '../source/draft.ts';

export interface ChannelInfo {
  meta: Meta;
  license: string;
}

/** The entries that a save writes. */
export type WizardEntries = Sources & ChannelInfo;

/** The channel as it was when the wizard was opened. */
export interface StoredChannel {
  /** null: it was never set up. */
  held: HeldChannel | null;
  /** The tile of the stored source; '' where there is none. */
  storedTile: string;
}

/** The entries with everything that decides about them. Nothing is written before the last step. */
export interface WizardDraft extends WizardEntries, SourceDraft, StoredChannel {
  /** The chosen tile; '' before, and for a stored source without one. */
  tile: string;
  /** Name, description and license when the wizard was opened: a difference was entered. */
  info: ChannelInfo;
}

export const newEntries = (name: string): WizardEntries => ({
  ...newSources(),
  meta: { name, description: '', author: { name: '', description: '' } },
  license: DEFAULT_LICENSE,
});

export const entriesOf = ({ video, audio, profile, meta, license }: WizardEntries): WizardEntries => ({
  video,
  audio,
  profile,
  meta,
  license,
});

/** My name, description and license over theirs; the sources of one side. */
export function rebaseEntries(base: WizardEntries, mine: WizardEntries, theirs: WizardEntries): WizardEntries {
  const info = ({ meta, license }: WizardEntries) => ({ meta, license });
  return { ...rebaseDraft(info(base), info(mine), info(theirs)), ...rebaseSources(base, mine, theirs) };
}

/** Entries for a tile return when it is chosen again, stored ones with their tile. */
export function withTile(draft: WizardDraft, id: string): WizardDraft {
  const tile = tileOf(id);
  if (!tile || id === draft.tile) return draft;
  const anew: Source = { ...emptySource(), type: tile.source, settings: initialTileSettings(tile) };
  const stored = id === draft.storedTile ? draft.before?.video : undefined;
  // Its streams come back with what was chosen for them, when it is used.
  return { ...draft, tile: id, video: stored ? { ...stored, streams: [] } : anew };
}

/** Nobody has touched what came with the tile; a key that was drawn for it is no entry. */
export function isAsForced({ tile, video }: Pick<WizardDraft, 'tile' | 'video'>): boolean {
  const chosen = tileOf(tile);
  const { push, address } = video.settings;
  // Neither is the port that was proposed.
  const port = tile === 'srtport' ? { address: String(address).replace(/:\d+\?/, ':6001?') } : {};
  const bare = { ...video.settings, ...port, ...(isGroup(push) ? { push: { ...push, name: undefined } } : {}) };
  return chosen !== null && JSON.stringify(bare) === JSON.stringify(initialTileSettings(chosen));
}

/** Something was put in that would be missed: more than the choice of a tile and what comes with it. */
export function isEntered({ tile, video, audio, profile, before, meta, license, info }: WizardDraft): boolean {
  const described = !sameJson({ meta, license }, info);
  if (before) return described || !sameJson({ video, audio, profile }, before);
  return tile !== '' && (described || video.streams.length > 0 || !isAsForced({ tile, video }));
}

/** The audio choices; each is a statement about source and profile, so nothing beside them has to be kept. */
export type AudioChoice = 'video' | 'silence' | 'tone' | 'none' | `source:${string}`;

/** `source:alsa`: from a source of its own of that kind. */
export function audioChoiceOf(sources: Sources): AudioChoice {
  const origin = audioOriginOf(sources);
  if (origin !== 'own') return origin;
  if (sources.audio.type !== 'virtualaudio') return `source:${sources.audio.type}`;
  return (sources.audio.settings.source ?? 'silence') === 'silence' ? 'silence' : 'tone';
}
