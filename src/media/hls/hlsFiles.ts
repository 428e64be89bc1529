export const STORAGES = ['memfs', 'diskfs'] as const;
export type Storage = (typeof STORAGES)[number];

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

/** `…Address` is used in a process, `…Path` over HTTP without a leading slash, `…File` in the list of files. */
/** The disk is the web root itself. */
const WEB_FOLDER: Readonly<Record<Storage, string>> = { memfs: 'memfs/', diskfs: '' };
/** In a process: the core knows the place. */
export const addressIn = (storage: Storage, file: string) => `{${storage}}${file}`;
const pathIn = (storage: Storage, file: string) => `${WEB_FOLDER[storage]}${file.slice(1)}`;

/** The playlist for players and publications, which may name other playlists. */
export const playlistFile = (channel: string) => `/${channel}.m3u8`;
export const playlistPath = (channel: string, storage: Storage) => pathIn(storage, playlistFile(channel));
export const playlistAddress = (channel: string, storage: Storage) => addressIn(storage, playlistFile(channel));

/** Always in memory: each one replaces the one before. */
export const snapshotFile = (channel: string) => `/${channel}.jpg`;
export const snapshotPath = (channel: string) => pathIn('memfs', snapshotFile(channel));
export const snapshotAddress = (channel: string) => addressIn('memfs', snapshotFile(channel));

export const channelOfSnapshot = (file: string) => file.slice(1, file.lastIndexOf('.'));

/** Playlists, segments and snapshot in the core's list of files; those of low latency begin with what they are. */
export const filesOf = (channel: string) => `/*${channel}**`;

export const PUSH_FOLDER = 'memfs/ingest';
export const pushedPlaylist = (channel: string) => `${channel}.m3u8`;

/** Files of the list that hold video or audio, of each way to write HLS. */
export const isSegment = (file: string) => /\.(ts|m4s|mp4)$/.test(file);
