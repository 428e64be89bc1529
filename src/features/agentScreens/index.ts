import { wing } from '../wing.ts';
import { alarmsFeature } from './alarms/feature.ts';
import { scheduleFeature } from './schedule/feature.ts';
import { tokensFeature } from './tokens/feature.ts';

/** The wing of screens that need the agent. It is loaded with the first of them, after the setup wing. */
export const agentScreens = wing(alarmsFeature, scheduleFeature, tokensFeature);
