import type { LiveState } from '../live/index.ts';
import { type WingState, wing } from '../wing.ts';
import { agentFeature } from './agent/feature.ts';
import { agentHistoryFeature } from './agentHistory/feature.ts';
import { channelSettingsFeature } from './channelSettings/feature.ts';
import { cloneFeature } from './clone/feature.ts';
import { edgeKitFeature } from './edgeKit/feature.ts';
import { encoderSpeedupFeature } from './encoderSpeedup/feature.ts';
import { encoderTrialFeature } from './encoderTrial/feature.ts';
import { heldPortsFeature } from './heldPorts/feature.ts';
import { httpsCheckFeature } from './httpsCheck/feature.ts';
import { mediaFileFeature } from './mediaFile/feature.ts';
import { pageRenewalFeature } from './pageRenewal/feature.ts';
import { passwordPromptFeature } from './passwordPrompt/feature.ts';
import { playerFeature } from './player/feature.ts';
import { preflightFeature } from './preflight/feature.ts';
import { publicationFormFeature } from './publicationForm/feature.ts';
import { publishedStreamsFeature } from './publishedStreams/feature.ts';
import { recordingsFeature } from './recordings/feature.ts';
import { renditionFeature } from './rendition/feature.ts';
import { settingsFeature } from './settings/feature.ts';
import { slateFeature } from './slate/feature.ts';
import { sourceFeature } from './source/feature.ts';
import { systemLogFeature } from './systemLog/feature.ts';
import { websiteFeature } from './website/feature.ts';
import { wizardFeature } from './wizard/feature.ts';

/** The wing of all rooms with forms. It includes the whole catalog and is loaded with the first form. */
export const setup = wing(
  agentFeature,
  agentHistoryFeature,
  channelSettingsFeature,
  cloneFeature,
  edgeKitFeature,
  encoderSpeedupFeature,
  encoderTrialFeature,
  heldPortsFeature,
  slateFeature,
  httpsCheckFeature,
  mediaFileFeature,
  pageRenewalFeature,
  passwordPromptFeature,
  playerFeature,
  preflightFeature,
  publicationFormFeature,
  publishedStreamsFeature,
  recordingsFeature,
  renditionFeature,
  settingsFeature,
  sourceFeature,
  systemLogFeature,
  websiteFeature,
  wizardFeature,
);

/** State with all wings loaded. */
export type RootState = LiveState & WingState<typeof setup>;
