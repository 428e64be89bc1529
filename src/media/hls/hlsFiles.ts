export const STORAGES = ['memfs', 'diskfs'] as const;
export type Storage = (typeof STORAGES)[number];

export type HlsControl = {
  lhls: boolean;
  segmentDuration: number;
  /** 0 keeps all segments. */
  listSize: number;
  cleanup: boolean;
  storage: Storage;
  /** `EXT-X-VERSION`: 6 has independent segments, 7 has MP4 segments. */
  version: 3 | 6 | 7;
  master_playlist: boolean;
  /** Segments carry the time of day and appear when complete, as written since release 1.2. */
  dated: boolean;
};

/** `…Address` is used in a process, `…Path` over HTTP without a leading slash, `…File` in the list of files. */
const WEB_FOLDER: Readonly<Record<Storage, string>> = { memfs: 'memfs/', diskfs: '' };
export const addressIn = (storage: Storage, file: string) => `{${storage}}${file}`;
const pathIn = (storage: Storage, file: string) => `${WEB_FOLDER[storage]}${file.slice(1)}`;

export const playlistFile = (channel: string) => `/${channel}.m3u8`;
export const playlistPath = (channel: string, storage: Storage) => pathIn(storage, playlistFile(channel));
export const playlistAddress = (channel: string, storage: Storage) => addressIn(storage, playlistFile(channel));

export const snapshotFile = (channel: string) => `/${channel}.jpg`;
export const snapshotPath = (channel: string) => pathIn('memfs', snapshotFile(channel));
export const snapshotAddress = (channel: string) => addressIn('memfs', snapshotFile(channel));

export const channelOfSnapshot = (file: string) => file.slice(1, file.lastIndexOf('.'));

/** Low-latency files begin with their kind. */
export const filesOf = (channel: string) => `/*${channel}**`;

export const PUSH_FOLDER = 'memfs/ingest';
export const pushedPlaylist = (channel: string) => `${channel}.m3u8`;

export const isSegment = (file: string) => /\.(ts|m4s|mp4)$/.test(file);
