import type { RootState } from '../setup/index.ts';
import { type WingState, wing } from '../wing.ts';
import { alarmsFeature } from './alarms/feature.ts';

/** The wing of what the agent serves; it loads with the first of its screens, after the setup wing. */
export const agent = wing(alarmsFeature);

/** The state with this wing open. */
export type AgentState = RootState & WingState<typeof agent>;
