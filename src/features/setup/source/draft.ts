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

/** Why a probe failed. `log`: the last lines of ffmpeg, `whole`: all of them, both masked. */
export interface SourceProbeFailure {
  verdict: Exclude<ProbeVerdict, 'none' | 'success'>;
  cause: Cause;
  log: readonly string[];
  /** English texts, to be translated. */
  tried?: readonly string[];
  /** Stream addresses found in a web page that was entered as the source. */
  page?: readonly string[];
  worked?: WorkingAlternative;
}

/** Settings that work in place of the entered ones, proposed to the operator. */
export interface WorkingAlternative {
  words: string;
  /** The failed settings; the proposal only applies while they are unchanged. */
  instead: CoderSettings;
  settings: CoderSettings;
  found: ProbeFound;
}

/** `n` starts at 1. */
export interface AlternativeProgress {
  words: string;
  n: number;
  of: number;
}

/** Sources of a channel. `audio` is empty while the audio of the video source is used. */
export interface Sources {
  video: Source;
  audio: Source;
  profile: Profile;
}

export interface SourceDraft extends Sources {
  channel: string;
  /** As stored; null: the channel was never set up. */
  before: Sources | null;
  /** Whether the operator has chosen the audio; until then it follows the video source. */
  audioChosen: boolean;
}

/** Merges concurrent changes. All sources come from one side, because they belong together: mine if I changed any. */
export function rebaseSources(base: Sources, mine: Sources, current: Sources): Sources {
  const only = ({ video, audio, profile }: Sources): Sources => ({ video, audio, profile });
  return sameJson(only(base), only(mine)) ? only(current) : only(mine);
}

export function newSources(): Sources {
  return { video: emptySource(), audio: emptySource(), profile: emptyProfile() };
}

/** Returns null if nothing is set up. */
export function storedSources({ sources, profiles: [profile] }: IngestMetadata): Sources | null {
  const [video = emptySource(), audio = emptySource()] = sources;
  // An audio source without an address counts as none.
  const cleaned = cleanProfile(sources, profile);
  return video.type === '' && profile.video.source < 0 ? null : { video, audio, profile: cleaned };
}

const firstStream = ({ streams }: Source, type: MediaType) => streams.findIndex((stream) => stream.type === type);

export const hasAudio = (source: Source) => firstStream(source, 'audio') >= 0;

/** With the video, from a separate source, or none. */
export type AudioOrigin = 'video' | 'own' | 'none';

export const audioOriginOf = ({ profile: { audio } }: Sources): AudioOrigin =>
  audio.source === 0 ? 'video' : audio.source === 1 ? 'own' : 'none';

export const withAudioCoding = (profile: Profile, audio: StreamCoding): Profile => ({
  ...profile,
  audio,
  custom: { selected: audio.source === 1, stream: audio.source === 1 ? -2 : audio.stream },
});

export const sourceFor = (type: MediaType, { video, audio, profile }: Sources): Source =>
  type === 'audio' && profile.audio.source === 1 ? audio : video;
