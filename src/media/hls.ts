import type { CleanupRule } from '../api/answers/process.ts';

/** Where playlist and segments lie: in the core's memory, or on its disk. */
export const STORAGES = ['memfs', 'diskfs'] as const;
export type Storage = (typeof STORAGES)[number];

/** How the ingest writes HLS. */
export type HlsControl = {
  lhls: boolean;
  segmentDuration: number;
  /** 0 keeps all segments. */
  listSize: number;
  cleanup: boolean;
  storage: Storage;
  /** `EXT-X-VERSION`: 6 has independent segments, 7 segments of MP4. */
  version: 3 | 6 | 7;
  /** `{channel}.m3u8` names a playlist of its own for the rendition. */
  master_playlist: boolean;
  /** Segments carry the time of day, and appear when they are complete: what releases from 1.2 on write. */
  dated: boolean;
};

/** Files kept beyond the playlist: a player that has just read it may still ask for what is leaving it. */
const SPARE_FILES = 2;

/*
 * What a channel has in the core's memory. Each file by how it is asked for: `…Address` in a process, `…Path` over HTTP
 * (below the web root, without a leading slash), `…File` in the core's list of files, where `*` stands for any channel.
 */
export const playlistFile = (channel: string) => `/${channel}.m3u8`;
export const playlistPath = (channel: string) => `memfs${playlistFile(channel)}`;
export const playlistAddress = (channel: string) => `{memfs}${playlistFile(channel)}`;

export const snapshotFile = (channel: string) => `/${channel}.jpg`;
export const snapshotPath = (channel: string) => `memfs${snapshotFile(channel)}`;
export const snapshotAddress = (channel: string) => `{memfs}${snapshotFile(channel)}`;

/** Whose snapshot a file of the core's list is. */
export const channelOfSnapshot = (file: string) => file.slice(1, file.lastIndexOf('.'));

/** Playlist, segments and snapshot in the core's list of files. */
export const filesOf = (channel: string) => `/${channel}*`;

/** Where an encoder puts the playlist and segments of a channel that is pushed as HLS: over HTTP, as above. */
export const PUSH_FOLDER = 'memfs/ingest';
export const pushedPlaylist = (channel: string) => `${channel}.m3u8`;

/** Files of the list that hold video or audio, of either way to write HLS. */
export const isSegment = (file: string) => /\.(ts|m4s|mp4)$/.test(file);

const segments = (channel: string, number: string) => `/${channel}_${number}.ts`;

/** Address and format options of the ingest's one output. */
export function hlsOutput(channel: string, hls: HlsControl): { address: string; options: string[] } {
  return hls.lhls ? lowLatency(channel, hls) : playlist(channel, hls);
}

const playlist = (channel: string, { segmentDuration, listSize }: HlsControl) => ({
  address: playlistAddress(channel),
  options: [
    ...['-f', 'hls', '-start_number', '0', '-hls_time', `${segmentDuration}`, '-hls_list_size', `${listSize}`],
    // omit_endlist: a clean stop must not end the players and publications that read the playlist.
    ...['-hls_flags', 'append_list+delete_segments+omit_endlist'],
    ...['-hls_segment_filename', `{memfs}${segments(channel, '%04d')}`, '-method', 'PUT'],
  ],
});

const lowLatency = (channel: string, { segmentDuration, listSize }: HlsControl) => ({
  address: `{memfs}/${channel}.mpd`,
  options: [
    ...['-f', 'dash', '-strict', 'experimental', '-hls_playlist', '1'],
    ...['-init_seg_name', `init-${channel}.$ext$`, '-media_seg_name', `chunk-${channel}-$Number%05d$.$ext$`],
    ...['-master_m3u8_publish_rate', '1', '-adaptation_sets', 'id=0,streams=v id=1,streams=a'],
    ...['-lhls', '1', '-streaming', '1', '-seg_duration', `${segmentDuration}`, '-frag_duration', '0.5'],
    ...['-use_template', '1', '-remove_at_exit', '0', '-window_size', `${listSize}`],
    ...['-http_persistent', '0', '-method', 'PUT'],
  ],
});

/** What the core deletes by itself. A limit of 0 is none. */
export function hlsCleanup(channel: string, { segmentDuration, listSize, cleanup }: HlsControl): CleanupRule[] {
  // An endless playlist must lose nothing, whatever the switch says.
  const files = listSize === 0 ? 0 : listSize + SPARE_FILES;
  const age = cleanup ? segmentDuration * files : 0;
  return [
    { pattern: `memfs:${segments(channel, '*')}`, max_files: files, max_file_age_seconds: age, purge_on_delete: true },
    { pattern: `memfs:${playlistFile(channel)}`, max_files: 0, max_file_age_seconds: age, purge_on_delete: true },
  ];
}

/** There is one, which each new one replaces: it goes with its process. */
export const snapshotCleanup = (channel: string): CleanupRule[] => [
  { pattern: `memfs:${snapshotFile(channel)}`, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true },
];
