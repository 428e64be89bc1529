import { encoderOf } from '../../../catalog/coders/index.ts';
import { proposeEncoderSettings } from '../../../catalog/coders/proposeSettings.ts';
import { readFilters } from '../../../catalog/filters/filterForm.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { settingsOf } from '../../../catalog/form/fieldValues.ts';
import type { PlatformLimits } from '../../../media/encoding/platformLimits.ts';
import type { Profile } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { type Excess, excessOf, isAboveProfile } from '../../../media/preflight/limitExcess.ts';
import { isEncoded, plainEncoder } from '../coder/streamCoding.ts';
import { outgoingEncodingOf } from './outgoingEncoding.ts';
import { type FormContext, leavingStreams, offerOf, withCoder } from './publicationDraft.ts';

/** Caps the settings of an encoder at the limits; settings that it lacks are ignored. */
function capped({ fields, type }: Encoder, settings: Settings, limits: PlatformLimits): Settings {
  const { keyframe, videoKbit, audioKbit, fps, profile } = limits;
  const most = { bitrate: type === 'video' ? videoKbit : audioKbit, fps: fps ?? null };
  const at = (key: string) => (key in fields ? settings[key] : undefined);
  const changed: Settings = {};
  for (const [key, limit] of Object.entries(most)) {
    if (limit !== null && Number(at(key)) > limit) changed[key] = String(limit);
  }
  // "Automatic" must be replaced: most encoders then set keyframes ten seconds or more apart.
  const gop = at('gop');
  if (gop !== undefined && keyframe && !(Number(gop) <= keyframe.most)) changed.gop = String(keyframe.best);
  const encoded = at('profile');
  if (profile && encoded !== undefined && (encoded === 'auto' || isAboveProfile(String(encoded), profile)))
    changed.profile = profile;
  return { ...settings, ...changed };
}

function fittedSize({ width, height }: { width: number; height: number }, size: readonly [number, number]): Settings {
  const upright = height > width;
  const [long = 0, short = 0] = size.toSorted((a, b) => b - a);
  const most = upright ? { width: short, height: long } : { width: long, height: short };
  return most.width / width < most.height / height
    ? { mode: 'width', width: String(most.width) }
    : { mode: 'height', height: String(most.height) };
}

function encoderFor(context: FormContext, profile: Profile, type: MediaType): Encoder | null {
  const { encoder } = profile[type];
  if (isEncoded(encoder)) return encoderOf(type, encoder.coder);
  return plainEncoder(offerOf(context, type, profile[type]).encoders, context.skills);
}

function recoded(context: FormContext, profile: Profile, type: MediaType, limits: PlatformLimits): Profile {
  const coding = profile[type];
  const stream = context.streams[coding.stream];
  const encoder = encoderFor(context, profile, type);
  if (!stream || !encoder) return profile;
  const own = isEncoded(coding.encoder) ? coding.encoder.settings : proposeEncoderSettings(encoder, stream);
  const settings = capped(encoder, settingsOf(encoder.fields, own), limits);
  return withCoder(context, profile, { type, encoder: encoder.id, settings });
}

/** Changes only what exceeds the limits, encoding a copied stream if necessary; limits beyond this core are ignored. */
export function fitToPlatform(
  context: FormContext,
  profile: Profile,
  limits: PlatformLimits,
  excesses: readonly Excess[],
): Profile {
  const exceeds = (type: MediaType) => excesses.some((excess) => excess.of === type && excess.kind !== 'silent');
  let fitted = profile;
  if (exceeds('video')) fitted = recoded(context, fitted, 'video', limits);
  if (exceeds('audio')) fitted = recoded(context, fitted, 'audio', limits);
  const picture = leavingStreams(context, fitted).find(({ type }) => type === 'video');
  if (!limits.size || !picture || !excesses.some(({ kind }) => kind === 'size')) return fitted;
  const now = readFilters('video', fitted.video);
  const scale = { ...now.settings.scale, ...fittedSize(picture, limits.size) };
  return withCoder(context, fitted, { type: 'video', filters: { ...now, settings: { ...now.settings, scale } } });
}

/** Caps everything of one type at the limits, for an encoding that has just been chosen. */
export function withinLimits(context: FormContext, profile: Profile, limits: PlatformLimits, type: MediaType): Profile {
  if (!isEncoded(profile[type].encoder)) return profile;
  const encoded = recoded(context, profile, type, limits);
  const sent = { streams: leavingStreams(context, encoded), ...outgoingEncodingOf(encoded) };
  const excesses = excessOf(sent, limits, null).filter(({ of, kind }) => of === type && kind === 'size');
  return fitToPlatform(context, encoded, limits, excesses);
}
