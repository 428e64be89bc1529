/** What a platform takes of a stream, in seconds and kbit/s; null where it does not say. */
export interface PlatformLimits {
  /** Of the service in the catalog. */
  id: string;
  name: string;
  /** A keyframe every so many seconds, and never more. */
  keyframe: { best: number; most: number };
  videoKbit: number | null;
  audioKbit: number | null;
  source: string;
  /** Year and month. */
  checked: string;
}

const OBS = 'https://github.com/obsproject/obs-studio/blob/master/plugins/rtmp-services/data/services.json';

/** The two that nearly everybody sends to stand first: they are named where a channel has no publication yet. */
export const platformLimits: readonly PlatformLimits[] = [
  {
    id: 'youtube',
    name: 'YouTube',
    keyframe: { best: 2, most: 4 },
    videoKbit: 51_000,
    audioKbit: 160,
    source: 'https://support.google.com/youtube/answer/2853702',
    checked: '2026-07',
  },
  {
    id: 'twitch',
    name: 'Twitch',
    keyframe: { best: 2, most: 4 },
    videoKbit: 6000,
    audioKbit: 320,
    source: 'https://help.twitch.tv/s/article/broadcasting-guidelines',
    checked: '2026-07',
  },
  ...(
    [
      ['facebook', 'Facebook', 2, 9000, 128],
      ['twitter', 'X', 3, 12_000, 128],
      ['restream', 'Restream', 2, null, null],
      ['trovo', 'Trovo', 2, 9000, 160],
      ['dlive', 'DLive', 2, 6000, 160],
      ['nimotv', 'Nimo TV', 2, 6000, 160],
      ['picartotv', 'Picarto', 2, 3500, null],
      ['livepush', 'Livepush', 2, 16_000, null],
      ['dacast', 'Dacast', 1, 7000, 128],
    ] as const
  ).map(([id, name, best, videoKbit, audioKbit]) => ({
    id,
    name,
    keyframe: { best, most: best * 2 },
    videoKbit,
    audioKbit,
    source: OBS,
    checked: '2026-07',
  })),
];

const USUAL = ['youtube', 'twitch'];

/** Of the services that a channel sends to; of the usual ones where it has none. */
export const limitsOf = (services: readonly string[]): readonly PlatformLimits[] => {
  const own = platformLimits.filter(({ id }) => services.includes(id));
  return services.length > 0 ? own : platformLimits.filter(({ id }) => USUAL.includes(id));
};
