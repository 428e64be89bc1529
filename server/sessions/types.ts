/** Connections of one kind are counted by one collector. */
export const collectorNames = ['hls', 'hlsingress', 'rtmp', 'srt', 'http', 'https', 'ffmpeg'] as const;
export type CollectorName = (typeof collectorNames)[number];

/** Counts what goes over one connection; bytes. A connection that is not counted has a counter that does nothing. */
export interface Counter {
  rx(bytes: number): void;
  tx(bytes: number): void;
  /** Replaces the `extra` of the session. */
  tell(extra: string): void;
  /** The connection is gone: the session ends after the session timeout. */
  close(): void;
}

/** `local`: the path read or written; `remote`: an address or the host of a referrer. */
export interface Identity {
  /** Two connections of one id are one session; a random id if left out. */
  readonly id?: string;
  readonly reference: string;
  readonly local: string;
  readonly remote: string;
  readonly extra: string;
  /** See `clientNetwork`. */
  readonly network?: string;
}

export interface FileRequest {
  /** Path of the request without query, decoded, with the mount: `/memfs/a.m3u8`. */
  readonly path: string;
  /** The query string without `?`; empty if there is none. */
  readonly query: string;
  /** Address of the client, after forwarding headers were looked at. */
  readonly address: string;
  readonly userAgent: string;
  /** The Referer header; empty if there is none. */
  readonly referer: string;
}

/** `counter` counts the bytes of headers and body. */
export type PlaylistAnswer =
  | { kind: 'pass' }
  | { kind: 'body'; body: Buffer; counter: Counter | null }
  | { kind: 'refused'; status: 403 | 509; message: string; detail: string };

export interface SessionEntry {
  id: string;
  reference: string;
  /** Unix seconds. */
  created_at: number;
  local: string;
  remote: string;
  extra: string;
  bytes_rx: number;
  bytes_tx: number;
  bandwidth_rx_kbit: number;
  bandwidth_tx_kbit: number;
}

export interface Traffic {
  sessions: number;
  traffic_rx_mb: number;
  traffic_tx_mb: number;
}

/** `GET /v3/session` of one collector: running sessions, and the sums of those that have ended. */
export interface CollectorSummary {
  active: {
    list: SessionEntry[];
    sessions: number;
    bandwidth_rx_mbit: number;
    bandwidth_tx_mbit: number;
    max_sessions: number;
    max_bandwidth_rx_mbit: number;
    max_bandwidth_tx_mbit: number;
  };
  summary: Traffic & {
    remote: Record<string, Traffic & { local: Record<string, Traffic> }>;
    local: Record<string, Traffic>;
    reference: Record<string, Traffic>;
  };
}

/** The input for metrics. Rates are bits per second; a limit of 0 means none. */
export interface CollectorMetrics {
  collector: CollectorName;
  active: number;
  total: number;
  limit: number;
  rxBytes: number;
  txBytes: number;
  rxBitrate: number;
  txBitrate: number;
  maxRxBitrate: number;
  maxTxBitrate: number;
}

export interface Sessions {
  /** Counts one connection. Addresses of the ignore list are not counted. */
  open(collector: CollectorName, identity: Identity): Counter;
  /** One request or answer of the HTTP server, all in one session. */
  transfer(collector: 'http' | 'https', address: string, rxBytes: number, txBytes: number): void;
  /** A GET or HEAD of a playlist that exists. `diskDir` is cut off the paths in playlists of the disk storage. */
  playlist(request: FileRequest, body: Buffer, diskDir?: string): PlaylistAnswer;
  /** A GET of a segment (`.ts`): null if it belongs to no session. */
  segment(request: FileRequest): Counter | null;
  /** A playlist or segment was written over HTTP: `bytes` of it, and the body if it is a playlist. */
  written(request: FileRequest, bytes: number, playlist: Buffer | null): void;
  /** Answers an empty list for an unknown name. Beyond a limit of bytes, one entry sums the rest of each reference. */
  active(collectors: readonly string[]): Record<string, SessionEntry[]>;
  summary(collectors: readonly string[]): Record<string, CollectorSummary>;
  /** Viewers of processes whose reference begins with this one; `total` counts those that have left. */
  widget(reference: string): { current: number; total: number };
  /** Empty while sessions are switched off. */
  metrics(): CollectorMetrics[];
  /** Ends all sessions. */
  stop(): void;
}
