// The declarations of the package begin with this file, so it imports nothing.

export interface HeadlessUser {
  name: string;
  password: string;
}

/** Where the login is kept. Texts by key. */
export interface HeadlessStorage {
  read(key: string): string | null;
  write(key: string, text: string): void;
  remove(key: string): void;
  listen(key: string, changed: (text: string | null, before: string | null) => void): () => void;
}

export interface HeadlessOptions {
  /** Of the core, such as `http://localhost:8080`. */
  address: string;
  /** `fileStorage(file)`, or one of your own. In memory where none is given: then every start logs in. */
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
    /** By the keys of the form, beside what the tile decides; an error about a key lists them. */
    settings?: Record<string, unknown>;
    /** Uploaded and prepared first, where the tile plays one. */
    file?: HeadlessFile;
    /** What is proposed where none is named: the video's own sound, else silence. */
    audio?: 'video' | 'silence' | 'tone' | 'none' | `source:${string}`;
    /** The same for an audio source that plays one. */
    audioFile?: HeadlessFile;
  };
  license?: string;
  /** A uuid, for who wants to find the channel again by it; one that exists is set up anew. */
  id?: string;
  /** For each probe: how long the source may take to answer, or to be pushed. */
  patienceMs?: number;
}

/** The tiles of `setUpChannel` whose encoder sends to the server. */
export type PushTile = 'rtmp' | 'srt';

/** What viewers read of a channel. */
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
  /** By the keys of the form of the service; all others keep their defaults. An error about a key lists them. */
  settings: Record<string, unknown>;
  /** The service's where none is given. */
  name?: string;
  /** The selected one where none is given. */
  channel?: string;
}

/** What is left out stays as it is. */
export type PublicationChange = Partial<Pick<PublicationPlan, 'settings' | 'name'>>;

/**
 * `live`: for ten seconds without a fault. `failing`: it ended and tries again, if it may. `held`: of a channel, its
 * protected publications send the standby image.
 */
export type RunState = 'stopped' | 'starting' | 'live' | 'held' | 'stopping' | 'failing' | 'unknown';

export interface PublicationEntry {
  /** Of its process. */
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
 * `unreachable`: no answer of the core. `login`: the core wants another login, or a first user. `refused`: the core or
 * the interface said no. `timeout`: it took too long. `stopped`: `stop()` was called meanwhile.
 */
export type HeadlessErrorCode = 'unreachable' | 'login' | 'refused' | 'timeout' | 'stopped';

/** Methods resolve when it is done and reject with a `HeadlessError`. They wait for each other. */
export interface Sluice {
  /** Until the interface is open without a login of its own: by a stored token. */
  enter(): Promise<void>;
  /** Makes the first user of a core, which has none before, and is logged in then. */
  register(user: HeadlessUser): Promise<void>;
  logIn(user: HeadlessUser): Promise<void>;
  list(): Promise<ChannelEntry[]>;
  /** Of a channel or a publication, by its id; 60 s where no patience is given. */
  awaitState(id: string, state: RunState, patienceMs?: number): Promise<void>;
  /** Sets up a channel and starts it; its id. One that is pushed waits for the stream: see `pushAddress`. */
  setUpChannel(plan: ChannelPlan): Promise<string>;
  /**
   * Where its encoder sends to, with the token in it. Of a channel that is not there yet: give `setUpChannel` the same id,
   * a uuid, and the same tile; `rtmp` where none is given.
   */
  pushAddress(channel: string, tile?: PushTile): Promise<string>;
  startChannel(channel: string): Promise<void>;
  stopChannel(channel: string): Promise<void>;
  /** Changes texts; the stream goes on. */
  editChannel(channel: string, texts: ChannelTexts): Promise<void>;
  /** With its publications and pages. */
  deleteChannel(channel: string): Promise<void>;
  /** Its id. It is not started. */
  addPublication(plan: PublicationPlan): Promise<string>;
  startPublication(publication: string): Promise<void>;
  stopPublication(publication: string): Promise<void>;
  /** One that runs reconnects where it must. */
  editPublication(publication: string, change: PublicationChange): Promise<void>;
  deletePublication(publication: string): Promise<void>;
  /** Ends all waiting; the program may end then. */
  stop(): void;
}

/** Why a method failed, in English; `code` for programs. */
export interface HeadlessFailure extends Error {
  readonly code: HeadlessErrorCode;
}
