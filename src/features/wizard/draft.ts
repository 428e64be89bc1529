import { begun, tileOf } from '../../catalog/tiles.ts';
import { emptySource, type Source } from '../../media/encoding/profile.ts';
import { DEFAULT_LICENSE } from '../../media/stored/licenses.ts';
import type { Meta } from '../../media/stored/metadata.ts';
import { sameJson } from '../../media/stored/sameJson.ts';
import { isGroup } from '../../media/stored/stored.ts';
import type { HeldChannel } from '../ingest/saveImpact/heldChannel.ts';
import { audioOriginOf, newSources, type SourceDraft, type Sources } from '../source/draft.ts';

/** What the wizard has gathered. It lives here only: nothing is written before the last step. */
export interface WizardDraft extends SourceDraft {
  /** Which tile was chosen; '' before, and for a stored source that none of them stands for. */
  tile: string;
  /** The tile of what is stored. */
  storedTile: string;
  /** null: it was never set up. */
  held: HeldChannel | null;
  meta: Meta;
  license: string;
  /** What the channel told of itself when the wizard was opened: what differs from it was entered. */
  told: ChannelInfo;
}

export type ChannelInfo = Pick<WizardDraft, 'meta' | 'license'>;

export const openedDraft = (channel: string, before: Sources | null, told: ChannelInfo): WizardDraft => ({
  channel,
  tile: '',
  storedTile: '',
  held: null,
  ...(before ?? newSources()),
  before,
  audioChosen: before !== null,
  ...told,
  told,
});

export const newDraft = (channel: string, name: string): WizardDraft =>
  openedDraft(channel, null, {
    meta: { name, description: '', author: { name: '', description: '' } },
    license: DEFAULT_LICENSE,
  });

/** What was entered for a tile stays when the same one is chosen again, and what is stored comes back with its own. */
export function withTile(draft: WizardDraft, id: string): WizardDraft {
  const tile = tileOf(id);
  if (!tile || id === draft.tile) return draft;
  const anew: Source = { ...emptySource(), type: tile.source, settings: begun(tile) };
  const stored = id === draft.storedTile ? draft.before?.video : undefined;
  // Its streams come back with what was chosen for them, when it is used.
  return { ...draft, tile: id, video: stored ? { ...stored, streams: [] } : anew };
}

/**
 * What was entered counts; the rest is what is stored now, which may not have been read when the wizard was opened, and
 * what others keep there. A channel without a name gets the one that is shown.
 */
export function enteredInto({ meta, license }: ChannelInfo, draft: WizardDraft): ChannelInfo {
  const { told } = draft;
  const entered = (now: string, before: string, stored: string) => (now === before ? stored : now);
  const { author } = draft.meta;
  return {
    license: entered(draft.license, told.license, license),
    meta: {
      ...meta,
      name: entered(draft.meta.name, told.meta.name, meta.name) || draft.meta.name,
      description: entered(draft.meta.description, told.meta.description, meta.description),
      author: {
        ...meta.author,
        name: entered(author.name, told.meta.author.name, meta.author.name),
        description: entered(author.description, told.meta.author.description, meta.author.description),
      },
    },
  };
}

/** Nobody has touched what came with the tile; a key that was drawn for it is no entry. */
export function isAsForced({ tile, video }: Pick<WizardDraft, 'tile' | 'video'>): boolean {
  const chosen = tileOf(tile);
  const { push, address } = video.settings;
  // Neither is the port that was proposed.
  const port = tile === 'srtport' ? { address: String(address).replace(/:\d+\?/, ':6001?') } : {};
  const bare = { ...video.settings, ...port, ...(isGroup(push) ? { push: { ...push, name: undefined } } : {}) };
  return chosen !== null && JSON.stringify(bare) === JSON.stringify(begun(chosen));
}

/** Something was put in that would be missed: more than the choice of a tile and what comes with it. */
export function isEntered({ tile, video, audio, profile, before, meta, license, told }: WizardDraft): boolean {
  const described = !sameJson({ meta, license }, told);
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

/** What the wizard writes, as people compare it. */
export type WizardEntries = Sources & ChannelInfo;

export const enteredIn = ({ video, audio, profile, meta, license }: WizardEntries): WizardEntries => ({
  video,
  audio,
  profile,
  meta,
  license,
});

/** What was there when the wizard was opened. */
export const openedWith = ({ before, told }: WizardDraft): WizardEntries => ({ ...(before ?? newSources()), ...told });

/** What was entered here, over what others have stored. */
export const keptOver = (theirs: WizardDraft, mine: WizardDraft): WizardDraft => ({
  ...mine,
  ...enteredInto(theirs.told, mine),
  held: theirs.held,
  before: theirs.before,
  told: theirs.told,
});
