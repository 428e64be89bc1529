// The screens that inspect a stream. The parts of the channel page are loaded by then: named here, they stay in their
// files; shared parts would become files of their own, and delay the login.
import './appChunk.tsx';
import '../../ui/look/channelPageStyles.ts';

export { listenToAll } from '../../features/multiview/measureChannelLevels.ts';
export { sightOf } from '../../features/streamInspector/observeStream.ts';
export { ProbedSource } from '../../features/streamInspector/ProbedSource.tsx';
export { SourcePanel } from '../../features/streamInspector/SourcePanel.tsx';
export { watchSource } from '../../features/streamInspector/saga.ts';
export { BitrateAndFpsGraph } from '../../features/timeline/BitrateAndFpsGraph.tsx';
export { HealthBar } from '../../features/timeline/HealthBar.tsx';
export { forgetHistories, record } from '../../features/timeline/recordTimeline.ts';
export { Timeline } from '../../features/timeline/Timeline.tsx';
export { EncoderSpeedups } from '../../features/verdict/EncoderSpeedups.tsx';
export { platformLimits } from '../../media/encoding/platformLimitTable.ts';
export { measure } from '../browser/measureLoudness.ts';
