// What looks into a stream. All that the channel page is made of is there by then: named here, it stays in the files
// that it is in; what only some of it shared would become files of their own, and be waited for before the login.
import './inside.tsx';
import '../../ui/look/watchingSheet.ts';

export { listenToAll } from '../../features/multiview/listen.ts';
export { ProbedSource } from '../../features/streamInspector/ProbedSource.tsx';
export { SourcePanel } from '../../features/streamInspector/SourcePanel.tsx';
export { watchSource } from '../../features/streamInspector/saga.ts';
export { sightOf } from '../../features/streamInspector/streamObservation.ts';
export { Graph } from '../../features/timeline/Graph.tsx';
export { HealthBar } from '../../features/timeline/HealthBar.tsx';
export { forgetHistories, record } from '../../features/timeline/record.ts';
export { Timeline } from '../../features/timeline/Timeline.tsx';
export { Reliefs } from '../../features/verdict/Reliefs.tsx';
export { platformLimits } from '../../media/encoding/platformLimits.ts';
export { measure } from '../browser/measure.ts';
