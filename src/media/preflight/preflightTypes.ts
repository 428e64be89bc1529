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

export interface DestinationConnection {
  /** `host:port`; null if it cannot be probed. */
  to: string | null;
  reach: Reach;
}

export interface OutgoingEncoding {
  streams: readonly Stream[];
  copies: Readonly<Record<'video' | 'audio', boolean>>;
  /** Null if unknown. */
  encoded: { videoKbit: number | null; audioKbit: number | null; keyframe: number | null; profile: string | null };
}

export interface Destination extends OutgoingEncoding {
  id: string;
  name: string;
  service: string;
  /** Whether it is on, or will be after "Start all". */
  on: boolean;
  /** Null if it is not sending; figures are null if the core does not report them. */
  sending: { seconds: number | null; kbit: number | null } | null;
  fault: { field: string | null; text: string } | null;
  /** Names of publications with the same destination address. */
  twins: readonly string[];
  ways: readonly DestinationConnection[];
  takes: Readonly<Record<'video' | 'audio', readonly string[]>> | null;
  /** Undefined for files and devices. */
  target?: PassthroughTarget | undefined;
  limits: PlatformLimits | null;
  /** `held`: bytes of existing recordings. Null if it does not record. */
  records: { kept: Retention; held: number } | null;
}

/** Times in ms. */
export interface Flight {
  progress: Progress;
  /** Of the newest segment; null if there is none or it is malformed. */
  figures: SegmentFigures | null;
  /** Frames per second; null if unknown. */
  wantedFps: number | null;
  encodes: boolean;
  passed: readonly Stream[];
  resources: Resources | null;
  /** kbit/s, as entered by the operator. */
  upload: number | null;
  /** The core's clock minus the page's, in ms; null if unknown. */
  clockSkew: number | null;
  /** `trusted`: this page was loaded with it; `daysLeft`: null if unknown; `isMissing`: there is none (yet). */
  tls: { on: boolean; isAutomatic: boolean; isMissing: boolean; trusted: boolean; daysLeft: number | null };
  hold: ShownHold;
  destinations: readonly Destination[];
}

export type Grade = 'good' | 'care' | 'fail' | 'unchecked';

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
