import { type ComponentType, createContext } from 'react';
import type { Stream } from '../../../media/encoding/streams.ts';
import type { ProbePicture } from './captureProbePicture.ts';

/** What comes when it is shown, as the shell loads it: who shows it must not import it. */
export interface Later {
  SourcePanel: ComponentType<{ channel: string }>;
  EncoderSpeedups: ComponentType<{ channel: string }>;
  /** How something went for the last five minutes, by `source` or the id of a publication. */
  HealthBar: ComponentType<{ of: string; name: string }>;
  /** How the figures went for the last five minutes. */
  Graph: ComponentType<{ channel: string }>;
  /** What happened with the channel. */
  Timeline: ComponentType<{ channel: string }>;
  ProbedSource: ComponentType<{ video: Stream; audio: Stream | null; picture: ProbePicture }>;
}

/** null: there is nobody who loads it. */
export const LaterContext = createContext<Later | null>(null);
