import { tileOf } from '../../catalog/tiles.ts';
import type { FailureCause } from '../../media/failure.ts';
import { DEFAULT_LICENSE } from '../../media/licenses.ts';
import type { Meta } from '../../media/metadata.ts';
import { emptyProfile, emptySource, type Profile, type Settings, type Source } from '../../media/profile.ts';
import type { MediaType, Verdict } from '../../media/streams.ts';

/** Why a probe did not lead on. `log`: ffmpeg's last lines, secrets masked. */
export interface Failure {
  verdict: Exclude<Verdict, 'none' | 'success'>;
  cause: FailureCause;
  log: readonly string[];
}

/** What the wizard has gathered. It lives here only: nothing is written before the last step. */
export interface WizardDraft {
  channel: string;
  /** Which tile was chosen; '' before. */
  tile: string;
  /** Video first, then audio, which stays empty while the video brings its own. */
  video: Source;
  audio: Source;
  profile: Profile;
  /** The sound was proposed once: from then on it is the operator's choice. */
  soundSettled: boolean;
  meta: Meta;
  license: string;
  /** What the channel told of itself when the wizard was opened: what differs from it was entered. */
  told: Told;
}

export type Told = Pick<WizardDraft, 'meta' | 'license'>;

export function newDraft(channel: string, name: string): WizardDraft {
  const told: Told = {
    meta: { name, description: '', author: { name: '', description: '' } },
    license: DEFAULT_LICENSE,
  };
  return {
    channel,
    tile: '',
    video: emptySource(),
    audio: emptySource(),
    profile: emptyProfile(),
    soundSettled: false,
    ...told,
    told,
  };
}

/**
 * What was entered counts; the rest is what is stored now, which may not have been read when the wizard was opened, and
 * what others keep there. A channel without a name gets the one that is shown.
 */
export function enteredInto({ meta, license }: Told, draft: WizardDraft): Told {
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

/** Something was put in that would be missed: more than the choice of a tile and what comes with it. */
export const isEntered = ({ tile, video }: WizardDraft): boolean =>
  tile !== '' && (video.streams.length > 0 || video.settings !== tileOf(tile)?.forces);

/** The audio choices; each is a statement about source and profile, so nothing beside them has to be kept. */
export type AudioChoice = 'video' | 'silence' | 'tone' | 'none';

export function audioChoiceOf({ profile, audio }: WizardDraft): AudioChoice {
  if (profile.audio.source === 0) return 'video';
  if (profile.audio.source !== 1) return 'none';
  return audio.settings.source === 'silence' ? 'silence' : 'tone';
}

const SILENCE: Settings = { source: 'silence', layout: 'stereo', sampling: '44100' };
const TONE: Settings = { source: 'sine', frequency: 440, beepfactor: 4, sampling: '44100' };

/** Position of the first stream of a type among the streams of a source, -1 when there is none. */
export const firstStream = ({ streams }: Source, type: MediaType) =>
  streams.findIndex((stream) => stream.type === type);

export const hasAudio = (source: Source) => firstStream(source, 'audio') >= 0;

/** The draft with another audio choice. */
export function withAudio(draft: WizardDraft, choice: AudioChoice): WizardDraft {
  const audio = { ...emptyProfile().audio };
  switch (choice) {
    case 'video':
      return {
        ...draft,
        audio: emptySource(),
        profile: withCoding(draft.profile, { ...audio, source: 0, stream: firstStream(draft.video, 'audio') }),
      };
    case 'silence':
    case 'tone':
      return {
        ...draft,
        audio: { ...emptySource(), type: 'virtualaudio', settings: choice === 'silence' ? SILENCE : TONE },
        profile: withCoding(draft.profile, { ...audio, source: 1, stream: -1 }),
      };
    case 'none':
      return { ...draft, audio: emptySource(), profile: withCoding(draft.profile, audio) };
  }
}

const withCoding = (profile: Profile, audio: Profile['audio']): Profile => ({
  ...profile,
  audio,
  custom: { selected: audio.source === 1, stream: audio.source === 1 ? -2 : audio.stream },
});

/**
 * What the video brings decides the audio proposed: its own sound, else silence, which platforms insist on. A choice
 * that was made before stays while the video still has what it needs.
 */
export function withProposedAudio(draft: WizardDraft): WizardDraft {
  const { source, stream } = draft.profile.audio;
  const possible = source !== 0 || draft.video.streams[stream]?.type === 'audio';
  if (draft.soundSettled && possible) return draft;
  return { ...withAudio(draft, hasAudio(draft.video) ? 'video' : 'silence'), soundSettled: true };
}
