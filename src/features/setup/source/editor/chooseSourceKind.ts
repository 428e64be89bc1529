import type { SourceContext } from '../../../../catalog/form/defineCatalogEntry.ts';
import type { Fields, Settings } from '../../../../catalog/form/fields.ts';
import { hasValue, readValue, settingsOf, valueAt, withValue } from '../../../../catalog/form/fieldValues.ts';
import { sourceOf, sources } from '../../../../catalog/sources/index.ts';
import { emptySource, type Source } from '../../../../media/encoding/profile.ts';
import type { MediaType } from '../../../../media/encoding/streams.ts';
import { sameJson } from '../../../../media/stored/sameJson.ts';
import { isGroup } from '../../../../media/stored/storedSchemas.ts';
import {
  audioFailureOf,
  encodingFaultsOf,
  isAsBefore,
  withAudioOfVideo,
  withInputs,
  withKept,
  withOwnAudio,
  withoutAudio,
} from '../applyProbe.ts';
import { type AudioOrigin, audioOriginOf, type SourceDraft } from '../draft.ts';

/** Placeholder kinds, which the choice of the audio origin replaces. */
const STAND_INS = ['noaudio', 'videoaudio'];

/** Kinds that this core offers. A stored kind stays even if it is unavailable. */
export function kindsFor(type: MediaType, stored: string, { skills }: SourceContext): { id: string; name: string }[] {
  const offered = sources
    .filter(({ id, media }) => media.includes(type) && !STAND_INS.includes(id) && id in skills.sources)
    .map(({ id, name }) => ({ id, name }));
  if (stored === '' || offered.some(({ id }) => id === stored)) return offered;
  return [...offered, { id: stored, name: sourceOf(stored)?.name ?? stored }];
}

/** Starts another kind with its defaults; the stored kind is restored. */
export function withKind(draft: SourceDraft, type: MediaType, kind: string, context: SourceContext): SourceDraft {
  if (draft[type].type === kind) return draft;
  const stored = draft.before?.[type];
  const source: Source = stored?.type === kind ? stored : { ...emptySource(), type: kind };
  if (type === 'audio') return withOwnAudio(draft, source, context);
  return stored?.type === kind
    ? withKept('video', { ...draft, video: { ...source, streams: [] } }, context)
    : { ...draft, video: source };
}

export function withOrigin(draft: SourceDraft, origin: AudioOrigin, context: SourceContext): SourceDraft {
  if (audioOriginOf(draft) === origin) return draft;
  if (origin === 'none') return withoutAudio(draft);
  if (origin === 'video') return withAudioOfVideo(draft, context);
  const { before } = draft;
  const audio = before && audioOriginOf(before) === 'own' ? before.audio : { ...emptySource(), type: 'virtualaudio' };
  return withOwnAudio(draft, audio, context);
}

/** Whether its streams are known, either stored or probed with these settings. */
export function isVerified(draft: SourceDraft, type: MediaType, context: SourceContext): boolean {
  const source = draft[type];
  if (isAsBefore(type, draft, context)) return true;
  const found = source.streams.some((stream) => stream.type === type);
  return found && sameJson(source.inputs, withInputs(source, context).inputs);
}

export type MissingPart = 'video' | 'audio' | 'no-video-audio' | null;

export function missingPart(draft: SourceDraft, context: SourceContext): MissingPart {
  const { video } = draft.profile;
  if (!isVerified(draft, 'video', context) || video.encoder.coder === 'none') return 'video';
  if (audioFailureOf(draft)) return 'no-video-audio';
  const own = audioOriginOf(draft) === 'own';
  return own && (!isVerified(draft, 'audio', context) || draft.profile.audio.encoder.coder === 'none') ? 'audio' : null;
}

/** Returns the type whose changed encoding has faults; null if none has. */
export const wrongEncoding = (draft: Pick<SourceDraft, 'profile' | 'before'>): MediaType | null =>
  (['video', 'audio'] as const).find((type) => Object.keys(encodingFaultsOf(draft, type)).length > 0) ?? null;

/** Returns the draft to save, with unchanged parts exactly as stored. */
export function draftToSave(draft: SourceDraft, context: SourceContext): SourceDraft {
  const video = isAsBefore('video', draft, context) ? withKept('video', draft, context) : draft;
  const own = audioOriginOf(video) === 'own' && isAsBefore('audio', video, context);
  if (own) return withKept('audio', video, context);
  const unused = audioOriginOf(video) !== 'own' && video.before && audioOriginOf(video.before) !== 'own';
  return unused && video.before ? { ...video, audio: video.before.audio } : video;
}

/** Keys of stored settings without a field, which are kept. */
export function unshown(settings: Settings, fields: Fields, prefix = ''): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const name = prefix + key;
    if (name in fields) return [];
    const group = Object.keys(fields).some((field) => field.startsWith(`${name}.`));
    return group && isGroup(value) ? unshown(value, fields, `${name}.`) : [name];
  });
}

/** Some forms store a number as text. */
const asText = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asText) : typeof value === 'number' ? String(value) : value;

/** Keys of stored settings with a value that the field cannot show; it shows the effective value. */
export const unread = (settings: Settings, fields: Fields): string[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    const stored = hasValue(field) ? valueAt(settings, key) : undefined;
    if (!hasValue(field) || stored === undefined || stored === null) return [];
    return sameJson(asText(stored), asText(readValue(field, stored, settings))) ? [] : [key];
  });

/** Keeps stored values that the form cannot show until their field is changed. */
export const keepUnread = (stored: Settings, fields: Fields, next: Settings): Settings =>
  unread(stored, fields).reduce((settings, key) => {
    const shown = valueAt(settingsOf(fields, stored), key);
    return sameJson(valueAt(next, key), shown) ? withValue(settings, key, valueAt(stored, key)) : settings;
  }, next);
