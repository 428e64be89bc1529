import type { GateState } from '../gate/index.ts';
import type { SharedState } from '../shared/index.ts';
import { type WingState, wing } from '../wing.ts';
import { admissionFeature } from './admission/feature.ts';
import { alarmFeature } from './alarm/feature.ts';
import { audioLevelsFeature } from './audioLevels/feature.ts';
import { channelFeature } from './channel/feature.ts';
import { channelListFeature } from './channelList/feature.ts';
import { channelPageFeature } from './channelPage/feature.ts';
import { holdFeature } from './hold/feature.ts';
import { ingestFeature } from './ingest/feature.ts';
import { nextChangeFeature } from './nextChange/feature.ts';
import { proofFeature } from './proof/feature.ts';
import { publicationFeature } from './publication/feature.ts';
import { publishPagesFeature } from './publishPages/feature.ts';
import { pushAddressFeature } from './pushAddress/feature.ts';
import { shownChannelsFeature } from './shownChannels/feature.ts';
import { statusFeature } from './status/feature.ts';
import { streamInspectorFeature } from './streamInspector/feature.ts';
import { timelineFeature } from './timeline/feature.ts';
import { undoFeature } from './undo/feature.ts';
import { verdictFeature } from './verdict/feature.ts';

/** The wing that shows and runs channels; loaded after the login. */
export const live = wing(
  admissionFeature,
  alarmFeature,
  audioLevelsFeature,
  channelFeature,
  channelListFeature,
  shownChannelsFeature,
  channelPageFeature,
  holdFeature,
  ingestFeature,
  nextChangeFeature,
  proofFeature,
  publicationFeature,
  pushAddressFeature,
  statusFeature,
  streamInspectorFeature,
  timelineFeature,
  undoFeature,
  verdictFeature,
  publishPagesFeature,
);

/** The state after the login, until the first form opens. */
export type LiveState = GateState & SharedState & WingState<typeof live>;
