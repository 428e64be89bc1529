// What looks into a stream. All that the channel page is made of is there by then: named here, it stays in the files
// that it is in; what only some of it shared would become files of their own, and be waited for before the login.
import './inside.tsx';

export { HealthBar } from '../features/history/HealthBar.tsx';
export { forgetHistories, record } from '../features/history/record.ts';
export { Timeline } from '../features/history/Timeline.tsx';
export { ProbedSource } from '../features/seen/ProbedSource.tsx';
export { SourcePanel } from '../features/seen/SourcePanel.tsx';
export { watchSource } from '../features/seen/saga.ts';
export { sightOf } from '../features/seen/sight.ts';
export { Reliefs } from '../features/verdict/Reliefs.tsx';
export { platformLimits } from '../media/platformLimits.ts';
export { measure } from './measure.ts';
