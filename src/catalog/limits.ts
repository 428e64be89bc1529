/** What a platform asks of a stream; each figure is what it takes at most. Nothing here is refused: some are kinder. */
export type Limits = {
  /** Between two keyframes, in seconds. */
  keyframe?: number;
  /** kbit/s */
  video?: number;
  /** kbit/s */
  audio?: number;
  fps?: number;
  /** Of H.264. */
  profile?: 'main' | 'high';
  /** Width and height in pixels. */
  size?: readonly [width: number, height: number];
  /** A stream without sound is turned away. */
  needsAudio?: true;
  /** Who says so. */
  source: string;
  /** As it was then, `2026-11-20`. */
  checked: string;
};

const OBS_SERVICES = 'https://github.com/obsproject/obs-studio/blob/master/plugins/rtmp-services/data/services.json';

/** From the list that OBS Studio keeps with the platforms (data version 286). */
export const listed = (limits: Omit<Limits, 'source' | 'checked'>): Limits => ({
  ...limits,
  source: OBS_SERVICES,
  checked: '2026-11-20',
});
