export const collectorNames = ['hls', 'hlsingress', 'rtmp', 'srt', 'http', 'https', 'ffmpeg'] as const;
export type CollectorName = (typeof collectorNames)[number];

/** Bytes of one connection; a no-op if it is not counted. */
export interface Counter {
  rx(bytes: number): void;
  tx(bytes: number): void;
  tell(extra: string): void;
  close(): void;
}

/** `local`: the path read or written; `remote`: an address or the host of a referrer. */
export interface Identity {
  /** Connections with the same id share a session; random by default. */
  readonly id?: string;
  readonly reference: string;
  readonly local: string;
  readonly remote: string;
  readonly extra: string;
  readonly network?: string;
}

export interface FileRequest {
  /** Decoded path with mount and without query: `/memfs/a.m3u8`. */
  readonly path: string;
  readonly query: string;
  /** Client address behind trusted proxies. */
  readonly address: string;
  readonly userAgent: string;
  readonly referer: string;
}

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

/** `GET /v3/session`: active sessions, and sums of ended ones. */
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

/** Rates in bits per second; a limit of 0 means none. */
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
  /** No-op for addresses in the ignore list. */
  open(collector: CollectorName, identity: Identity): Counter;
  transfer(collector: 'http' | 'https', address: string, rxBytes: number, txBytes: number): void;
  /** For GET or HEAD of an existing playlist. `diskDir` is removed from its paths. */
  playlist(request: FileRequest, body: Buffer, diskDir?: string): PlaylistAnswer;
  segment(request: FileRequest): Counter | null;
  /** After a playlist or segment was written over HTTP; `playlist` is its body. */
  written(request: FileRequest, bytes: number, playlist: Buffer | null): void;
  /** Returns an empty list for an unknown name. Above a size limit, one entry per reference sums the rest. */
  active(collectors: readonly string[]): Record<string, SessionEntry[]>;
  summary(collectors: readonly string[]): Record<string, CollectorSummary>;
  /** Viewers of processes whose reference has this prefix; `total` includes former ones. */
  widget(reference: string): { current: number; total: number };
  metrics(): CollectorMetrics[];
  stop(): void;
}
