import type { PlatformLimits } from '../../../media/encoding/platformLimits.ts';
import { limitsOf } from '../../../media/encoding/platformLimits.ts';
import type { SegmentFigures } from '../../../media/hls/segment/segmentFigures.ts';
import type { ExpectedStream } from '../../../media/process/expectedStreams.ts';
import { LASTING_S } from '../../../media/verdict/runningIngest.ts';
import type { FarKeyframes, InspectorState } from './slice.ts';

/** `n` in seconds. */
export type Remark =
  | { kind: 'black' | 'frozen' | 'silent'; n: number }
  | ({ kind: 'keyframe' } & FarKeyframes)
  | { kind: 'slow'; fps: number; wanted: number }
  | { kind: 'hole'; n: number }
  | { kind: 'bitrate'; kbit: number; most: number; platforms: readonly string[] }
  | { kind: 'changed'; stored: ExpectedStream; of: 'video' | 'audio' };

const lasting = (kind: keyof typeof LASTING_S, since: number | null, now: number): Remark[] => {
  const n = since === null ? 0 : Math.floor((now - since) / 1000);
  return n >= LASTING_S[kind] ? [{ kind, n }] : [];
};

/** Returns remarks, worst first. `services`: to which the channel sends. */
export function remarksOf(inspector: InspectorState, services: readonly string[], now: number): Remark[] {
  const black = lasting('black', inspector.blackSince, now);
  return [
    ...black,
    ...(black.length > 0 ? [] : lasting('frozen', inspector.frozenSince, now)),
    ...lasting('silent', inspector.silentSince, now),
    ...(inspector.look.status === 'seen' ? ofFigures(inspector.look.figures, inspector, services) : []),
  ];
}

function ofFigures(figures: SegmentFigures, { setUp }: InspectorState, services: readonly string[]): Remark[] {
  const { video, audio } = figures;
  const limits = limitsOf(services);
  const targetFps = unencodedFps(figures, setUp?.video ?? null);
  const gap = Math.max(0, ...[video, audio].flatMap((found) => found?.holes ?? []).map(({ seconds }) => seconds));
  return [
    ...keyframes(video?.keyframeSeconds ?? null, limits),
    ...(video?.fps && targetFps && video.fps < targetFps * TOO_FEW
      ? [{ kind: 'slow', fps: video.fps, wanted: targetFps } as const]
      : []),
    ...(gap >= HOLE_S ? [{ kind: 'hole', n: gap } as const] : []),
    ...bitrates(video?.kbit ?? null, limits),
    ...changes(figures, setUp?.video ?? null, setUp?.audio ?? null),
  ];
}

export const unencodedFps = ({ video }: SegmentFigures, stored: ExpectedStream | null): number | null =>
  video?.statedFps ?? (stored && !stored.encoded && stored.fps > 0 ? stored.fps : null);

const TOO_FEW = 0.9;
const HOLE_S = 0.5;
/** Keyframe intervals vary by some frames. */
const SLACK_S = 0.3;

function farKeyframes(n: number | null, limits: readonly PlatformLimits[]): FarKeyframes | null {
  const refusing = limits.flatMap(({ name, keyframe }) =>
    n !== null && keyframe !== null && n > keyframe.most + SLACK_S ? [{ name, ...keyframe }] : [],
  );
  if (n === null || refusing.length === 0) return null;
  const best = Math.min(...refusing.map((keyframe) => keyframe.best));
  const most = Math.min(...refusing.map((keyframe) => keyframe.most));
  return { n: Math.round(n * 10) / 10, platforms: refusing.map(({ name }) => name), best, most };
}

function keyframes(n: number | null, limits: readonly PlatformLimits[]): Remark[] {
  const far = farKeyframes(n, limits);
  return far ? [{ kind: 'keyframe', ...far }] : [];
}

export const refusedKeyframes = (n: number | null, sentTo: readonly string[]): FarKeyframes | null =>
  sentTo.length === 0 ? null : farKeyframes(n, limitsOf(sentTo));

/** Drops remarks that the verdict already makes about these platforms. */
export function withoutTold(remarks: readonly Remark[], sentTo: readonly string[]): Remark[] {
  const limited = sentTo.length === 0 ? [] : limitsOf(sentTo).map(({ name }) => name);
  return remarks.flatMap((remark): Remark[] => {
    if (remark.kind !== 'keyframe') return [remark];
    const platforms = remark.platforms.filter((name) => !limited.includes(name));
    return platforms.length > 0 ? [{ ...remark, platforms }] : [];
  });
}

/** Checks only services that receive the stream unchanged. */
function bitrates(kbit: number | null, limits: readonly PlatformLimits[]): Remark[] {
  const refusing = limits.filter(({ videoKbit }) => kbit !== null && videoKbit !== null && kbit > videoKbit * 1.2);
  if (kbit === null || refusing.length === 0) return [];
  const most = Math.min(...refusing.flatMap(({ videoKbit }) => (videoKbit === null ? [] : [videoKbit])));
  return [{ kind: 'bitrate', kbit, most, platforms: refusing.map(({ name }) => name) }];
}

const differs = (stored: number, now: number | null | undefined) =>
  stored > 0 && now != null && now > 0 && stored !== now;

function changes(
  { video, audio }: SegmentFigures,
  picture: ExpectedStream | null,
  sound: ExpectedStream | null,
): Remark[] {
  const videoDiffers =
    picture && !picture.encoded && video
      ? video.codec !== picture.codec || differs(picture.width, video.width) || differs(picture.height, video.height)
      : false;
  // AAC headers may state half the rate and mono (SBR, parametric stereo), so only the codec is compared.
  const audioDiffers = sound && !sound.encoded && audio ? audio.codec !== sound.codec : false;
  return [
    ...(videoDiffers && picture ? [{ kind: 'changed', stored: picture, of: 'video' } as const] : []),
    ...(audioDiffers && sound ? [{ kind: 'changed', stored: sound, of: 'audio' } as const] : []),
  ];
}
