import { type ComponentType, createContext } from 'react';
import type { Stream } from '../../../media/encoding/streams.ts';
import type { StoredHealing } from '../../../media/healing/storeHealing.ts';
import type { ProbePicture } from './captureProbePicture.ts';

/** Panels that the shell loads on demand. Importing them directly would defeat the separate chunk. */
export interface LazyPanels {
  SourcePanel: ComponentType<{ channel: string }>;
  CpuUsage: ComponentType;
  HoldPanel: ComponentType<{ channel: string }>;
  HoldNote: ComponentType<{ channel: string }>;
  NextChangeLine: ComponentType<{ channel: string; plain: boolean }>;
  EncoderSpeedups: ComponentType<{ channel: string }>;
  /** `of`: `source` or the id of a publication. */
  HealthBar: ComponentType<{ of: string; name: string }>;
  Graph: ComponentType<{ channel: string }>;
  Timeline: ComponentType<{ channel: string }>;
  HealingFields: ComponentType<{ healing: StoredHealing; onChange: (healing: StoredHealing) => void }>;
  ProbedSource: ComponentType<{ video: Stream; audio: Stream | null; picture: ProbePicture }>;
}

/** null: not loaded, as in tests. */
export const LazyPanelsContext = createContext<LazyPanels | null>(null);
