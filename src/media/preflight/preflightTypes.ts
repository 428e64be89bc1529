import type { Reach } from '../address/endpoint.ts';
import type { Resources } from '../coreInfo/resources.ts';
import type { PassthroughTarget } from '../encoding/passthrough.ts';
import type { PlatformLimits } from '../encoding/platformLimits.ts';
import type { Stream } from '../encoding/streams.ts';
import type { SegmentFigures } from '../hls/segment/segmentFigures.ts';
import type { ShownHold } from '../hold/holdOf.ts';
import type { Progress } from '../run/progress.ts';
import type { Retention } from '../stored/recordingFiles.ts';
import type { Sentence } from '../verdict/verdictTypes.ts';

/** One connection that a publication opens. */
export interface DestinationConnection {
  /** `host:port` as it may be shown; null: it cannot be tried. */
  to: string | null;
  reach: Reach;
}

export interface OutgoingEncoding {
  /** A codec that the service takes, or not. */
  streams: readonly Stream[];
  copies: Readonly<Record<'video' | 'audio', boolean>>;
  /** Of an encoding of its own; null: not known. */
  encoded: { videoKbit: number | null; audioKbit: number | null; keyframe: number | null; profile: string | null };
}

export interface Destination extends OutgoingEncoding {
  id: string;
  name: string;
  /** Of the catalog, or of another version. */
  service: string;
  /** It is on, or will be with "Start all". */
  on: boolean;
  /** It sends right now: for how long, and how much, where the core says so. null: it does not. */
  sending: { seconds: number | null; kbit: number | null } | null;
  /** Errors in its settings: English texts, with `field` if there is one; null: none. */
  fault: { field: string | null; text: string } | null;
  /** Others that send to the very same address, by name. */
  twins: readonly string[];
  ways: readonly DestinationConnection[];
  takes: Readonly<Record<'video' | 'audio', readonly string[]>> | null;
  /** What receives it; undefined: files and devices. */
  target?: PassthroughTarget | undefined;
  limits: PlatformLimits | null;
  /** It records to the disk of the core, where it holds so many bytes already; null: it sends to somebody. */
  records: { kept: Retention; held: number } | null;
}

/** Everything that is known before a show. Times in ms. */
export interface Flight {
  progress: Progress;
  /** The newest segment; null: none came, or it cannot be read. */
  figures: SegmentFigures | null;
  /** Frames a second that there should be; null: not known. */
  wantedFps: number | null;
  encodes: boolean;
  /** What of the source is passed through as it is. */
  passed: readonly Stream[];
  resources: Resources | null;
  /** kbit/s that this machine can send, as the operator has stated; null: he has not. */
  upload: number | null;
  /** Of the core by its own clock, less ours; null: not known. */
  clockSkew: number | null;
  /** The core has a certificate of its own; `trusted`: this page came by it. `daysLeft` null: the core does not tell. `isMissing`: there is none
   * yet, or no longer. */
  tls: { on: boolean; isAutomatic: boolean; isMissing: boolean; trusted: boolean; daysLeft: number | null };
  /** Its standby image, where a publication reads it. */
  hold: ShownHold;
  destinations: readonly Destination[];
}

/** `unchecked`: nobody could tell. */
export type Grade = 'good' | 'care' | 'fail' | 'unchecked';

/** The place to correct it. */
export type CheckRemedy =
  | { to: 'setup' | 'encoding' | 'encoders' | 'network' | 'storage' | 'upload' }
  | { to: 'publication'; id: string };

export interface CheckResult {
  grade: Grade;
  sentence: Sentence;
  remedy: CheckRemedy | null;
}

export interface CheckLine extends CheckResult {
  check: string;
}

export interface PreflightResult {
  channel: readonly CheckLine[];
  destinations: readonly { id: string; name: string; grade: Grade; lines: readonly CheckLine[] }[];
  grade: Grade;
}
