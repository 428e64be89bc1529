import type { SourceContext } from '../../catalog/define.ts';
import { settingsOf } from '../../catalog/settings.ts';
import { sourceOf } from '../../catalog/sources/index.ts';
import { tileFor } from '../../catalog/tiles.ts';
import { emptySource, type Settings, type Source } from '../../media/profile.ts';
import { emptyStream } from '../../media/streams.ts';
import type { HeldChannel } from '../ingest/heldChannel.ts';
import { withOwnAudio, withoutAudio, withVideoAudio } from '../source/decide.ts';
import { hasAudio, storedSources } from '../source/draft.ts';
import { type AudioChoice, audioChoiceOf, openedDraft, type WizardDraft } from './draft.ts';

/** A channel that was set up before is shown as it is. */
export function draftOf(channel: string, name: string, held: HeldChannel, context: SourceContext): WizardDraft {
  const { meta, license } = held.metadata;
  const told = { meta: { ...meta, name: meta.name || name }, license };
  const draft = openedDraft(channel, storedSources(held.metadata), told);
  const { type, settings } = draft.video;
  const inFull = settingsOf(sourceOf(type)?.form(context) ?? {}, settings);
  const tile = (draft.before && tileFor(type, inFull)?.id) ?? '';
  return { ...draft, held, tile, storedTile: tile };
}

const SILENCE: Settings = { source: 'silence', layout: 'stereo', sampling: '44100' };
const TONE: Settings = { source: 'sine', frequency: 440, beepfactor: 4, sampling: '44100' };

/** What ffmpeg generates, as long as no probe has said so: its encoder is chosen before. */
const generated = (settings: Settings): Source => ({
  ...emptySource(),
  type: 'virtualaudio',
  settings,
  streams: [{ ...emptyStream, type: 'audio', codec: 'pcm_s16le', sampling_hz: 44_100, layout: 'stereo', channels: 2 }],
});

/** The draft with another audio choice. What is stored comes back as it is. */
export function withAudio(draft: WizardDraft, choice: AudioChoice, context: SourceContext): WizardDraft {
  const { before } = draft;
  const stored = before && audioChoiceOf(before) === choice ? before.audio : null;
  switch (choice) {
    case 'video':
      return withVideoAudio(draft, context);
    case 'none':
      return withoutAudio(draft);
    case 'stored':
      return stored ? withOwnAudio(draft, stored, context) : draft;
    case 'silence':
    case 'tone':
      return withOwnAudio(draft, stored ?? generated(choice === 'silence' ? SILENCE : TONE), context);
  }
}

/** What the wizard can offer here. */
export const audioChoicesOf = (draft: WizardDraft): AudioChoice[] => [
  ...(hasAudio(draft.video) ? (['video'] as const) : []),
  ...(draft.before && audioChoiceOf(draft.before) === 'stored' ? (['stored'] as const) : []),
  'silence',
  'tone',
  'none',
];

/**
 * What the video brings decides the audio proposed: its own, else silence, which platforms insist on. A choice that was
 * made before stays while the video still has what it needs.
 */
export function withProposedAudio(draft: WizardDraft, context: SourceContext): WizardDraft {
  const { source, stream } = draft.profile.audio;
  const possible = source !== 0 || draft.video.streams[stream]?.type === 'audio';
  if (draft.audioChosen && possible) return draft;
  const choice = hasAudio(draft.video) ? 'video' : 'silence';
  return audioChoiceOf(draft) === choice && possible ? draft : withAudio(draft, choice, context);
}
