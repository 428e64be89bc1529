import type { Skills } from '../../media/skills.ts';
import type { MediaType } from '../../media/streams.ts';
import type { Decoder, Encoder } from '../define.ts';
import { defaultAudio, defaultVideo } from './decoders/default.ts';
import { aac } from './encoders/audio/aac.ts';
import { copy as copyAudio } from './encoders/audio/copy.ts';
import { libmp3lame } from './encoders/audio/libmp3lame.ts';
import { libopus } from './encoders/audio/libopus.ts';
import { none as noAudio } from './encoders/audio/none.ts';
import { copy as copyVideo } from './encoders/video/copy.ts';
import { libx264 } from './encoders/video/libx264.ts';
import { none as noVideo } from './encoders/video/none.ts';

/** Order is rank: the first that fits is chosen by itself. */
export const encoders: Record<MediaType, readonly Encoder[]> = {
  video: [copyVideo, noVideo, libx264],
  audio: [copyAudio, noAudio, aac, libmp3lame, libopus],
};

/** Order here is order in the select. */
export const decoders: Record<MediaType, readonly Decoder[]> = {
  video: [defaultVideo],
  audio: [defaultAudio],
};

/** null for a coder that this version does not know, as stored by another: its stored arguments still work. */
export const encoderOf = (type: MediaType, id: string): Encoder | null =>
  encoders[type].find((encoder) => encoder.id === id) ?? null;

export const decoderOf = (type: MediaType, id: string): Decoder | null =>
  decoders[type].find((decoder) => decoder.id === id) ?? null;

/**
 * Codec of what an encoder puts out: the core's ffmpeg knows it, and this version what it offers. null for one that
 * neither has, as stored on another machine: what it made is said by what was stored with it.
 */
export function codecOf(type: MediaType, id: string, { codecs }: Pick<Skills, 'codecs'>): string | null {
  const [codec] = Object.entries(codecs[type]).find(([, made]) => made.includes(id)) ?? [];
  return codec ?? encoderOf(type, id)?.codec ?? null;
}
