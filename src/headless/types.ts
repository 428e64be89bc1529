// The declarations of the package start with this file, so it imports nothing.

export interface HeadlessUser {
  name: string;
  password: string;
}

export interface HeadlessStorage {
  read(key: string): string | null;
  write(key: string, text: string): void;
  remove(key: string): void;
  listen(key: string, onChange: (text: string | null, before: string | null) => void): () => void;
}

export interface HeadlessOptions {
  /** Address of the core, such as `http://localhost:8080`. */
  address: string;
  /** `fileStorage(file)` or your own. In memory by default, so that every start logs in. */
  storage?: HeadlessStorage;
}

/** A `File`, as Node and browsers have it: `new File([await readFile('a.mp4')], 'a.mp4')`. */
export interface HeadlessFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

export interface ChannelPlan {
  name: string;
  source: {
    /** The kind of source, as named in the catalog: `network`, `rtmp`, `srt`, `virtualvideo` and others. */
    tile: string;
    /** Keys are those of the form; an error lists them. */
    settings?: Record<string, unknown>;
    /** Uploaded and prepared first, for a tile that plays a file. */
    file?: HeadlessFile;
    /** By default the audio of the video, else silence. */
    audio?: 'video' | 'silence' | 'tone' | 'none' | `source:${string}`;
    audioFile?: HeadlessFile;
  };
  license?: string;
  /** A UUID of your choice. An existing channel is set up again. */
  id?: string;
  /** For each probe: the longest wait until the source responds or is pushed. */
  patienceMs?: number;
}

/** The tiles of `setUpChannel` whose encoder pushes to the server. */
export type PushTile = 'rtmp' | 'srt';

export interface ChannelTexts {
  name?: string;
  description?: string;
  author_name?: string;
  author_description?: string;
  license?: string;
}

export interface PublicationPlan {
  /** The service, as named in the catalog: `youtube`, `twitch`, `rtmp`, `srt`, `icecast` and others. */
  service: string;
  /** Keys are those of the form; others keep their defaults. An error lists them. */
  settings: Record<string, unknown>;
  /** By default the name of the service. */
  name?: string;
  /** By default the selected channel. */
  channel?: string;
}

/** Omitted fields stay as they are. */
export type PublicationChange = Partial<Pick<PublicationPlan, 'settings' | 'name'>>;

/**
 * `live`: for ten seconds without a fault. `failing`: it ended, and retries if allowed. `held`: protected publications
 * of the channel send the standby image.
 */
export type RunState = 'stopped' | 'starting' | 'live' | 'held' | 'stopping' | 'failing' | 'unknown';

export interface PublicationEntry {
  id: string;
  service: string;
  name: string;
  state: RunState;
}

export interface ChannelEntry {
  id: string;
  name: string;
  state: RunState;
  publications: PublicationEntry[];
}

/**
 * `unreachable`: no response of the core. `login`: a login or registration is needed. `refused`: rejected by the core
 * or the interface. `timeout`: it took too long. `stopped`: `stop()` was called.
 */
export type HeadlessErrorCode = 'unreachable' | 'login' | 'refused' | 'timeout' | 'stopped';

/** Methods resolve once the action is done, and reject with a `HeadlessError`. They run one at a time. */
export interface Sluice {
  /** Opens the interface with a stored token. */
  enter(): Promise<void>;
  /** Creates the first user of a core and logs in. */
  register(user: HeadlessUser): Promise<void>;
  logIn(user: HeadlessUser): Promise<void>;
  list(): Promise<ChannelEntry[]>;
  awaitState(id: string, state: RunState, patienceMs?: number): Promise<void>;
  /** Sets up and starts a channel; returns its id. A pushed one waits for its stream: see `pushAddress`. */
  setUpChannel(plan: ChannelPlan): Promise<string>;
  /**
   * Returns where the encoder pushes to, including the token. For a new channel, pass the same id (a UUID) and tile to
   * `setUpChannel`; `rtmp` by default.
   */
  pushAddress(channel: string, tile?: PushTile): Promise<string>;
  startChannel(channel: string): Promise<void>;
  stopChannel(channel: string): Promise<void>;
  /** Changes texts without interrupting the stream. */
  editChannel(channel: string, texts: ChannelTexts): Promise<void>;
  deleteChannel(channel: string): Promise<void>;
  /** Returns its id. Does not start it. */
  addPublication(plan: PublicationPlan): Promise<string>;
  startPublication(publication: string): Promise<void>;
  stopPublication(publication: string): Promise<void>;
  editPublication(publication: string, change: PublicationChange): Promise<void>;
  deletePublication(publication: string): Promise<void>;
  /** Rejects everything pending, so that the program can exit. */
  stop(): void;
}

/** `message` is in English, `code` for programs. */
export interface HeadlessFailure extends Error {
  readonly code: HeadlessErrorCode;
}
