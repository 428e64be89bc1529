import type { AirState } from '../src/media/hold/describeHold.ts';
import type { HoldObstacle } from '../src/media/hold/holdStatus.ts';

export type HoldEvent =
  | { event: 'on-air'; what: AirState['onAir']; why: AirState['why']; backup?: number }
  | { event: 'slate-made'; shape: string }
  | { event: 'no-slate'; obstacle: HoldObstacle; line: string }
  | { event: 'readers-restarted'; missed: boolean }
  | { event: 'core-lost'; message: string }
  | { event: 'core-found' };
