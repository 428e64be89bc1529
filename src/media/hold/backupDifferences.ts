import type { SegmentFigures } from '../hls/segment/segmentFigures.ts';
import type { BackupDifference } from './holdStatus.ts';

/**
 * `must`: ffmpeg stops or drops frames when it copies; `should`: a short pause; `may`: harmless (ffmpeg 5.1 and 7.1).
 */
type Weight = 'must' | 'should' | 'may';

type Shape = Pick<SegmentFigures, 'video' | 'audio'>;

interface MatchRule {
  difference: BackupDifference;
  weight: Weight;
  /** Null if unknown or without such a property. */
  fact: (shape: Shape) => string | number | null;
}

/** Other profiles have more colors than most devices decode. */
const PLAIN_PROFILES = ['Baseline', 'Constrained Baseline', 'Main', 'High'];

const pixelsOf = (profile: string | null | undefined) => {
  if (profile == null) return null;
  return PLAIN_PROFILES.includes(profile) ? 'plain' : profile;
};

const reorderedOf = (video: SegmentFigures['video']) =>
  video?.reordered === undefined ? null : video.reordered ? 'yes' : 'no';

const RULES: readonly MatchRule[] = [
  { difference: 'video', weight: 'must', fact: ({ video }) => (video === null ? 'none' : 'some') },
  { difference: 'video-codec', weight: 'must', fact: ({ video }) => video?.codec ?? null },
  { difference: 'pixels', weight: 'must', fact: ({ video }) => pixelsOf(video?.profile) },
  {
    difference: 'size',
    weight: 'must',
    fact: ({ video }) => (video?.width && video.height ? `${video.width}×${video.height}` : null),
  },
  { difference: 'b-frames', weight: 'must', fact: ({ video }) => reorderedOf(video) },
  { difference: 'audio', weight: 'must', fact: ({ audio }) => (audio === null ? 'none' : 'some') },
  { difference: 'audio-codec', weight: 'must', fact: ({ audio }) => audio?.codec ?? null },
  { difference: 'sample-rate', weight: 'must', fact: ({ audio }) => audio?.rate ?? null },
  {
    difference: 'frame-rate',
    weight: 'should',
    fact: ({ video }) => {
      const fps = video?.statedFps ?? video?.fps ?? null;
      return fps === null ? null : Math.round(fps);
    },
  },
  {
    difference: 'keyframes',
    weight: 'should',
    fact: ({ video }) => (video?.keyframeSeconds == null ? null : Math.round(video.keyframeSeconds)),
  },
  { difference: 'profile', weight: 'may', fact: ({ video }) => video?.profile ?? null },
  { difference: 'channels', weight: 'may', fact: ({ audio }) => audio?.channels ?? null },
];

/** In order of severity. Properties that are unknown on one side are not compared. */
export const differencesOf = (source: Shape, backup: Shape): { difference: BackupDifference; weight: Weight }[] =>
  RULES.flatMap(({ difference, weight, fact }) => {
    const [sourceFact, backupFact] = [fact(source), fact(backup)];
    return sourceFact === null || backupFact === null || sourceFact === backupFact ? [] : [{ difference, weight }];
  });

export const mismatchOf = (source: Shape, backup: Shape): BackupDifference[] =>
  differencesOf(source, backup).flatMap(({ difference, weight }) => (weight === 'must' ? [difference] : []));
