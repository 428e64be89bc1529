import { type ComponentType, createContext } from 'react';
import type { Stream } from '../../../media/encoding/streams.ts';
import type { StoredHealing } from '../../../media/healing/storeHealing.ts';
import type { ProbePicture } from './captureProbePicture.ts';

/** Panels that the shell loads when they are shown; users must not import them. */
export interface LazyPanels {
  SourcePanel: ComponentType<{ channel: string }>;
  /** The button to what uses the CPU. */
  CpuUsage: ComponentType;
  /** What is on the air of a protected channel. */
  HoldPanel: ComponentType<{ channel: string }>;
  /** Offers the standby image. */
  HoldNote: ComponentType<{ channel: string }>;
  /** What the schedule does next. */
  NextChangeLine: ComponentType<{ channel: string; plain: boolean }>;
  EncoderSpeedups: ComponentType<{ channel: string }>;
  /** How something went for the last five minutes, by `source` or the id of a publication. */
  HealthBar: ComponentType<{ of: string; name: string }>;
  Graph: ComponentType<{ channel: string }>;
  Timeline: ComponentType<{ channel: string }>;
  /** What the agent does if a publication hangs. */
  HealingFields: ComponentType<{ healing: StoredHealing; onChange: (healing: StoredHealing) => void }>;
  ProbedSource: ComponentType<{ video: Stream; audio: Stream | null; picture: ProbePicture }>;
}

/** null: nothing loads them, as in tests. */
export const LazyPanelsContext = createContext<LazyPanels | null>(null);
