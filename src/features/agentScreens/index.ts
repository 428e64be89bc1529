import { wing } from '../wing.ts';
import { alarmsFeature } from './alarms/feature.ts';
import { scheduleFeature } from './schedule/feature.ts';
import { tokensFeature } from './tokens/feature.ts';

/** The wing of what only the agent knows; it loads with the first of its screens, after the setup wing. */
export const agentScreens = wing(alarmsFeature, scheduleFeature, tokensFeature);
