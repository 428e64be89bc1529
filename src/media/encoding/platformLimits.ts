/** Only for warnings: some platforms accept more than they document. */
export interface PlatformLimits {
  id: string;
  name: string;
  /** Seconds between keyframes; null if not documented. */
  keyframe: { best: number; most: number } | null;
  /** kbit/s; null if not documented. */
  videoKbit: number | null;
  /** kbit/s; null if not documented. */
  audioKbit: number | null;
  fps?: number;
  /** Pixels; also valid in portrait. */
  size?: readonly [width: number, height: number];
  profile?: 'main' | 'high';
  /** Whether streams without audio are rejected. */
  needsAudio?: true;
  source: string;
  /** A date such as `2026-11-20`. */
  checked: string;
}

type Figures = readonly [keyframe: number | null, videoKbit: number | null, audioKbit: number | null];

type LimitRow = Figures | readonly [...Figures, Partial<PlatformLimits>];

const OBS = 'https://github.com/obsproject/obs-studio/blob/master/plugins/rtmp-services/data/services.json';

/** Most platforms accept twice the recommended interval. The default source is the list of OBS Studio. */
const limitsFrom = (id: string, name: string, [best, videoKbit, audioKbit, more]: LimitRow): PlatformLimits => ({
  id,
  name,
  keyframe: best === null ? null : { best, most: best * 2 },
  videoKbit,
  audioKbit,
  source: OBS,
  checked: '2026-11-20',
  ...more,
});

const needsAudio = true;

const rows: readonly (readonly [id: string, name: string, row: LimitRow])[] = [
  [
    ...(['youtube', 'YouTube'] as const),
    [2, 51_000, 160, { fps: 60, needsAudio, source: 'https://support.google.com/youtube/answer/2853702' }],
  ],
  [
    ...(['twitch', 'Twitch'] as const),
    [2, 6000, 320, { needsAudio, source: 'https://help.twitch.tv/s/article/broadcasting-guidelines' }],
  ],
  [
    ...(['facebook', 'Facebook'] as const),
    [
      ...([2, 9000, 128] as const),
      {
        ...({ fps: 60, profile: 'main', size: [1920, 1080], needsAudio } as const),
        source: 'https://developers.facebook.com/docs/live-video-api/overview',
      },
    ],
  ],
  [
    ...(['twitter', 'X'] as const),
    [3, 12_000, 128, { fps: 60, needsAudio, source: 'https://docs.x.com/livestream-api/introduction' }],
  ],
  [
    ...(['instagram', 'Instagram'] as const),
    [
      ...([null, 6000, 256] as const),
      {
        ...({ fps: 60, size: [720, 1280], needsAudio } as const),
        source: 'https://about.instagram.com/blog/tips-and-tricks/instagram-live-producer',
      },
    ],
  ],
  ['restream', 'Restream', [2, null, null]],
  ['trovo', 'Trovo', [2, 9000, 160, { needsAudio }]],
  ['dlive', 'DLive', [2, 6000, 160, { needsAudio }]],
  ['nimotv', 'Nimo TV', [2, 6000, 160, { needsAudio }]],
  ['picartotv', 'Picarto', [2, 3500, null, { profile: 'main', needsAudio }]],
  ['livepush', 'Livepush', [2, 16_000, null, { needsAudio }]],
  ['dacast', 'Dacast', [1, 7000, 128, { profile: 'high', needsAudio }]],
];

export const platformLimits: readonly PlatformLimits[] = rows.map((row) => limitsFrom(...row));

const USUAL = ['youtube', 'twitch'];

/** Falls back to the most used platforms. */
export const limitsOf = (services: readonly string[]): readonly PlatformLimits[] => {
  const own = platformLimits.filter(({ id }) => services.includes(id));
  return services.length > 0 ? own : platformLimits.filter(({ id }) => USUAL.includes(id));
};
