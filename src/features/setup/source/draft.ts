import type { Cause } from '../../../media/diagnosis/causes.ts';
import {
  type CoderSettings,
  cleanProfile,
  emptyProfile,
  emptySource,
  type Profile,
  type Source,
  type StreamCoding,
} from '../../../media/encoding/profile.ts';
import type { MediaType, ProbeVerdict } from '../../../media/encoding/streams.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { ProbeFound } from '../../shared/probe/probe.ts';

/** Why a probe did not lead on. `log`: ffmpeg's last lines, `whole`: all of them; secrets masked. */
export interface SourceProbeFailure {
  verdict: Exclude<ProbeVerdict, 'none' | 'success'>;
  cause: Cause;
  log: readonly string[];
  /** The alternatives tried: English texts. */
  tried?: readonly string[];
  /** It is a web page: the addresses of streams in it. */
  page?: readonly string[];
  /** The alternatives that work. */
  worked?: WorkingAlternative;
}

/** A way that works where the one that was asked for does not. It waits for a yes. */
export interface WorkingAlternative {
  words: string;
  /** The settings that did not work: with any others it is not proposed. */
  instead: CoderSettings;
  settings: CoderSettings;
  found: ProbeFound;
}

/** The way that is being tried, from 1. */
export interface AlternativeProgress {
  words: string;
  n: number;
  of: number;
}

/** The sources of a channel: video, then audio, which is empty while the video brings its own. */
export interface Sources {
  video: Source;
  audio: Source;
  profile: Profile;
}

/** The same while it is edited, in the wizard or in the source editor. Nothing is written before the last step. */
export interface SourceDraft extends Sources {
  channel: string;
  /** As stored; null: the channel was never set up. */
  before: Sources | null;
  /** The audio was chosen: it stays while the video has what it needs. Before, it follows from what the video brings. */
  audioChosen: boolean;
}

/** Sources and encoding fit together, so they are taken whole from one side: mine, where I changed any of them. */
export function rebaseSources(base: Sources, mine: Sources, theirs: Sources): Sources {
  const only = ({ video, audio, profile }: Sources): Sources => ({ video, audio, profile });
  return sameJson(only(base), only(mine)) ? only(theirs) : only(mine);
}

export function newSources(): Sources {
  return { video: emptySource(), audio: emptySource(), profile: emptyProfile() };
}

/** null: nothing was set up yet. */
export function storedSources({ sources, profiles: [profile] }: IngestMetadata): Sources | null {
  const [video = emptySource(), audio = emptySource()] = sources;
  // An audio source without an address counts as none.
  const inForce = cleanProfile(sources, profile);
  return video.type === '' && profile.video.source < 0 ? null : { video, audio, profile: inForce };
}

/** Position of the first stream of a type among the streams of a source, -1 when there is none. */
const firstStream = ({ streams }: Source, type: MediaType) => streams.findIndex((stream) => stream.type === type);

export const hasAudio = (source: Source) => firstStream(source, 'audio') >= 0;

/** Where the audio comes from: with the video, from a source of its own, or nowhere. */
export type AudioOrigin = 'video' | 'own' | 'none';

export const audioOriginOf = ({ profile: { audio } }: Sources): AudioOrigin =>
  audio.source === 0 ? 'video' : audio.source === 1 ? 'own' : 'none';

export const withAudioCoding = (profile: Profile, audio: StreamCoding): Profile => ({
  ...profile,
  audio,
  custom: { selected: audio.source === 1, stream: audio.source === 1 ? -2 : audio.stream },
});

/** The source that a coding of this type takes its stream from. */
export const sourceFor = (type: MediaType, { video, audio, profile }: Sources): Source =>
  type === 'audio' && profile.audio.source === 1 ? audio : video;
