import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { settingsOf } from '../../../catalog/form/fieldValues.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import { tileForSource } from '../../../catalog/wizardTiles.ts';
import { type CoderSettings, emptySource, type Source } from '../../../media/encoding/profile.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import type { HeldChannel } from '../saveChannel/readChannel.ts';
import { bringsAudio, respellSources, withAudioOfVideo, withOwnAudio, withoutAudio } from '../source/applyProbe.ts';
import { audioOriginOf, hasAudio, newSources, storedSources } from '../source/draft.ts';
import { kindsFor } from '../source/editor/chooseSourceKind.ts';
import {
  type AudioChoice,
  audioChoiceOf,
  newEntries,
  type StoredChannel,
  type WizardDraft,
  type WizardEntries,
} from './draft.ts';

export function openingOf(name: string, held: HeldChannel | null, context: SourceContext): WizardOpening {
  if (!held) return newOpening(name);
  const { meta, license } = held.metadata;
  const before = storedSources(held.metadata);
  const sources = before ? respellSources(before, context) : newSources();
  const draft = { ...sources, meta: { ...meta, name: meta.name || name }, license };
  const { type, settings } = draft.video;
  const complete = settingsOf(sourceOf(type)?.form(context) ?? {}, settings);
  return { found: { held, storedTile: (before && tileForSource(type, complete)?.id) ?? '' }, draft };
}

interface WizardOpening {
  found: StoredChannel;
  draft: WizardEntries;
}

export const newOpening = (name: string): WizardOpening => ({
  found: { held: null, storedTile: '' },
  draft: newEntries(name),
});

const SILENCE: CoderSettings = { source: 'silence', layout: 'stereo', sampling: '44100' };
const TONE: CoderSettings = { source: 'sine', frequency: 440, beepfactor: 4, sampling: '44100' };

const generated = (settings: CoderSettings): Source => ({
  ...emptySource(),
  type: 'virtualaudio',
  settings,
  streams: [{ ...emptyStream, type: 'audio', codec: 'pcm_s16le', sampling_hz: 44_100, layout: 'stereo', channels: 2 }],
});

/** Returns the draft after an audio choice. The stored source is restored as it was. */
export function withAudio(draft: WizardDraft, choice: AudioChoice, context: SourceContext): WizardDraft {
  const { before } = draft;
  const stored = before && audioChoiceOf(before) === choice ? before.audio : null;
  switch (choice) {
    case 'video':
      return withAudioOfVideo(draft, context);
    case 'none':
      return withoutAudio(draft);
    case 'silence':
    case 'tone':
      return withOwnAudio(draft, stored ?? generated(choice === 'silence' ? SILENCE : TONE), context);
    default:
      return withOwnAudio(draft, stored ?? { ...emptySource(), type: choice.slice(OWN.length) }, context);
  }
}

const OWN = 'source:';

/** Returns the kinds of separate audio sources, without generated audio. A stored kind stays, even if unknown. */
function ownKinds({ before }: WizardDraft, context: SourceContext): AudioChoice[] {
  const stored = before && audioOriginOf(before) === 'own' ? before.audio.type : '';
  return kindsFor('audio', stored, context).flatMap(({ id }): AudioChoice[] =>
    id === 'virtualaudio' ? [] : [`source:${id}`],
  );
}

export const audioChoicesOf = (draft: WizardDraft, context: SourceContext): AudioChoice[] => [
  ...(hasAudio(draft.video) ? (['video'] as const) : []),
  'silence',
  'tone',
  ...ownKinds(draft, context),
  'none',
];

/** Proposes the audio of the video, else silence, because platforms require audio. An earlier choice stays. */
export function withProposedAudio(draft: WizardDraft, context: SourceContext): WizardDraft {
  const { source, stream } = draft.profile.audio;
  const possible = source !== 0 || draft.video.streams[stream]?.type === 'audio';
  if (draft.audioChosen && possible) return draft;
  const choice = bringsAudio(draft) ? 'video' : 'silence';
  return audioChoiceOf(draft) === choice && possible ? draft : withAudio(draft, choice, context);
}
