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

export type WizardEntries = Sources & ChannelInfo;

export interface StoredChannel {
  /** null: the channel was never set up. */
  held: HeldChannel | null;
  /** Tile of the stored source; '' if none matches. */
  storedTile: string;
}

/** All entries and the facts that they depend on. Nothing is written before the last step. */
export interface WizardDraft extends WizardEntries, SourceDraft, StoredChannel {
  /** The chosen tile; '' before, and for a stored source without one. */
  tile: string;
  /** Name, description and license when the wizard was opened, to detect changes. */
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

/** Merges concurrent changes: my name, description and license over theirs; sources of one side only. */
export function rebaseEntries(base: WizardEntries, mine: WizardEntries, current: WizardEntries): WizardEntries {
  const info = ({ meta, license }: WizardEntries) => ({ meta, license });
  return { ...rebaseDraft(info(base), info(mine), info(current)), ...rebaseSources(base, mine, current) };
}

/** Selects a tile. Entries come back when their tile is chosen again. */
export function withTile(draft: WizardDraft, id: string): WizardDraft {
  const tile = tileOf(id);
  if (!tile || id === draft.tile) return draft;
  const initial: Source = { ...emptySource(), type: tile.source, settings: initialTileSettings(tile) };
  const stored = id === draft.storedTile ? draft.before?.video : undefined;
  // Without streams, so that the source is probed or restored when used.
  return { ...draft, tile: id, video: stored ? { ...stored, streams: [] } : initial };
}

/** Whether the source still has the initial settings of its tile. A generated stream key is not a change. */
export function isAsForced({ tile, video }: Pick<WizardDraft, 'tile' | 'video'>): boolean {
  const chosen = tileOf(tile);
  const { push, address } = video.settings;
  // A proposed port is not a change, either.
  const port = tile === 'srtport' ? { address: String(address).replace(/:\d+\?/, ':6001?') } : {};
  const cleared = { ...video.settings, ...port, ...(isGroup(push) ? { push: { ...push, name: undefined } } : {}) };
  return chosen !== null && JSON.stringify(cleared) === JSON.stringify(initialTileSettings(chosen));
}

/** Whether the operator has entered more than the choice of a tile. */
export function isEntered({ tile, video, audio, profile, before, meta, license, info }: WizardDraft): boolean {
  const described = !sameJson({ meta, license }, info);
  if (before) return described || !sameJson({ video, audio, profile }, before);
  return tile !== '' && (described || video.streams.length > 0 || !isAsForced({ tile, video }));
}

export type AudioChoice = 'video' | 'silence' | 'tone' | 'none' | `source:${string}`;

/** `source:alsa`: a separate source of the kind `alsa`. */
export function audioChoiceOf(sources: Sources): AudioChoice {
  const origin = audioOriginOf(sources);
  if (origin !== 'own') return origin;
  if (sources.audio.type !== 'virtualaudio') return `source:${sources.audio.type}`;
  return (sources.audio.settings.source ?? 'silence') === 'silence' ? 'silence' : 'tone';
}
