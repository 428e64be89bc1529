/** What a platform takes of a stream, at most. Nothing is refused for it: some are kinder than they say. */
export interface PlatformLimits {
  /** Of the service in the catalog. */
  id: string;
  name: string;
  /** A keyframe every so many seconds, and never more; null where it does not say. */
  keyframe: { best: number; most: number } | null;
  /** kbit/s; null where it does not say. */
  videoKbit: number | null;
  /** kbit/s; null where it does not say. */
  audioKbit: number | null;
  fps?: number;
  /** Width and height in pixels; on its edge the same. */
  size?: readonly [width: number, height: number];
  /** Of H.264. */
  profile?: 'main' | 'high';
  /** A stream without sound is turned away. */
  needsAudio?: true;
  /** Who says so. */
  source: string;
  /** As it was then, `2026-11-20`. */
  checked: string;
}

type Figures = readonly [keyframe: number | null, videoKbit: number | null, audioKbit: number | null];

/** As it stands in a table, with what only some of them say. */
export type LimitRow = Figures | readonly [...Figures, Partial<PlatformLimits>];

const OBS = 'https://github.com/obsproject/obs-studio/blob/master/plugins/rtmp-services/data/services.json';

/** What asks for a keyframe every n seconds takes twice that as well. Unless it says otherwise, OBS Studio's list says so. */
export const limitsFrom = (id: string, name: string, [best, videoKbit, audioKbit, more]: LimitRow): PlatformLimits => ({
  id,
  name,
  keyframe: best === null ? null : { best, most: best * 2 },
  videoKbit,
  audioKbit,
  source: OBS,
  checked: '2026-11-20',
  ...more,
});
