import type { ProbeResult } from '../../../api/answers/process.ts';
import { CoreError } from '../../../api/error.ts';
import { encodersFor, encodingFor, INGEST_CODECS } from '../../../catalog/coders/chooseCoders.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { emptyStream, type MediaType } from '../../../media/encoding/streams.ts';
import { streamsInProbe } from '../../../media/encoding/streamsInProbe.ts';
import { contentFor, LIMITS, type LoopContent, loopFileTypeOf } from '../../../media/hls/loopFileType.ts';
import { PICTURE_FPS, type Preparation } from '../../../media/process/loopFileProcess.ts';
import type { Refusal } from '../../shared/image/checkImage.ts';

const TAKEN: Readonly<Record<MediaType, string>> = {
  video: 'MP4, MOV, WebM, MKV, AVI, FLV, MPEG, TS, GIF, PNG, JPEG, WebP',
  audio: 'MP3, AAC, M4A, WAV, FLAC, OGG, WebM',
};

export const ACCEPT: Readonly<Record<MediaType, string>> = {
  video: 'image/*,video/*,.mkv,.flv,.ts',
  audio: 'audio/*,.m4a,.flac',
};

export interface LoopFileUse {
  content: LoopContent;
  mimetype: string;
}
export type FileCheck = LoopFileUse | { refused: Refusal };

export function checkFile(type: MediaType, file: { name: string; size: number }, head: Uint8Array): FileCheck {
  const found = loopFileTypeOf(head);
  const content = found && contentFor(type, found);
  const mimetype = (content && found[content]) ?? null;
  if (content === null || mimetype === null) {
    const text = msg('The file "{{0}}" cannot be used here. These can: {{1}}');
    return { refused: { text, values: [file.name, TAKEN[type]] } };
  }
  if (file.size <= LIMITS[content]) return { content, mimetype };
  const text = msg('The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.');
  return { refused: { text, values: [String(file.size), String(LIMITS[content])] } };
}

export function refusedBy({ status, statusText }: { status: number; statusText: string }, text: string): CoreError {
  if (status === 413)
    return new CoreError(
      413,
      msg('The proxy in front of the core rejected the request as too large. Raise its limit.'),
    );
  const [, message = ''] = /"message":\s*"([^"]*)"/.exec(text) ?? [];
  const [, detail = ''] = /"details":\s*\[\s*"([^"]*)"/.exec(text) ?? [];
  return new CoreError(status, message || statusText || `HTTP status ${status}`, detail === '' ? [] : [detail]);
}

/** Returns why an uploaded file is unusable according to its probe; null if it is usable. */
export function unusable(type: MediaType, found: ProbeResult): Refusal | null {
  if (streamsInProbe(found).some((stream) => stream.type === type)) return null;
  const text =
    type === 'video'
      ? msg('The file contains no video that can be read.')
      : msg('The file contains no audio that can be read.');
  return { text, values: [] };
}

const MOST_FPS = 60;

const fpsOf = (content: LoopContent, fps: number): string =>
  content === 'image' || !(fps >= 1) ? PICTURE_FPS : String(Math.min(MOST_FPS, Math.round(fps * 1000) / 1000));

/** Higher quality than live encoding can afford, because the file is encoded only once. */
const ONCE: Readonly<Record<string, string>> = { libx264: 'veryfast' };

type Encoders = Preparation['encode'];

/** Returns arguments for preparing a file; null without a software encoder, so that the file stays as uploaded. */
export function loopFileEncoders(
  content: LoopContent,
  { streams }: Pick<ProbeResult, 'streams'>,
  skills: Skills,
): Encoders | null {
  // Cover art has no frame rate.
  const picture = streams.find(({ type, fps }) => type === 'video' && fps > 0);
  const args = (type: MediaType): readonly string[] | null => {
    const best = encodersFor(type, INGEST_CODECS[type], skills).find(({ hardware }) => !hardware);
    if (!best) return null;
    const preset = ONCE[best.id];
    const fps = type === 'video' ? { fps: fpsOf(content, picture?.fps ?? 0), ...(preset ? { preset } : {}) } : {};
    return encodingFor(type, best.id, fps, { ...emptyStream, type }, skills.ffmpeg)?.mapping ?? null;
  };
  const [video, audio] = [args('video'), args('audio')];
  const needs = content === 'audio' ? audio : video;
  return needs && { video: video ?? [], audio: audio ?? [] };
}

/** Returns the duration of the longest stream of this type in seconds; 0 if unknown. */
export const secondsOf = (type: MediaType, { streams }: Pick<ProbeResult, 'streams'>): number =>
  Math.max(0, ...streams.filter((stream) => stream.type === type).map(({ duration_sec }) => duration_sec));

/** Returns the progress of the preparation from 0 to 1; null if unknown. */
export const shareOf = (time: number, seconds: number): number | null =>
  seconds > 0 ? Math.min(1, Math.max(0, time / seconds)) : null;

/** Returns unused files of a channel: those of this page, and others that are too old to be part of an open form. */
export function unusedFiles(
  files: readonly { name: string; last_modified: number }[],
  { used, ours }: { used: readonly string[]; ours: readonly string[] },
): string[] {
  // Compares with the clock of the core, not of the browser.
  const newest = Math.max(0, ...files.map(({ last_modified }) => last_modified));
  return files
    .filter(({ name }) => !used.includes(name))
    .filter(({ name, last_modified }) => ours.includes(name) || newest - last_modified > LEFT_BEHIND_S)
    .map(({ name }) => name);
}

const LEFT_BEHIND_S = 3600;
