// The channel page is loaded by then. Importing it keeps the bundler from splitting off shared parts, which would delay
// the login.
import './appChunk.tsx';
import '../../ui/look/channelPageStyles.ts';

export { followAlarm } from '../../features/live/alarm/followAlarm.ts';
export { listenToAll } from '../../features/live/audioLevels/measureChannelLevels.ts';
export { CpuUsage } from '../../features/live/channelPage/CpuUsage.tsx';
export { HoldNote } from '../../features/live/channelPage/HoldNote.tsx';
export { HoldPanel } from '../../features/live/channelPage/HoldPanel.tsx';
export { followHolds } from '../../features/live/hold/followHolds.ts';
export { followSchedule } from '../../features/live/nextChange/followSchedule.ts';
export { observeStream } from '../../features/live/streamInspector/observeStream.ts';
export { ProbedSource } from '../../features/live/streamInspector/ProbedSource.tsx';
export { SourcePanel } from '../../features/live/streamInspector/SourcePanel.tsx';
export { watchSource } from '../../features/live/streamInspector/watchSource.ts';
export { BitrateAndFpsGraph } from '../../features/live/timeline/FiguresGraph.tsx';
export { HealthBar } from '../../features/live/timeline/HealthBar.tsx';
export { forgetHistories, record } from '../../features/live/timeline/recordTimeline.ts';
export { Timeline } from '../../features/live/timeline/Timeline.tsx';
export { platformLimits } from '../../media/encoding/platformLimits.ts';
export { measure } from '../browser/measureLoudness.ts';
