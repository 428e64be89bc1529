import { type WingState, wing } from '../wing.ts';
import { pollingFeature } from './polling/feature.ts';
import { preferenceFeature } from './preference/feature.ts';
import { processDetailsFeature } from './processDetails/feature.ts';
import { resourceFeature } from './resource/feature.ts';
import { restartFeature } from './restart/feature.ts';
import { updatesFeature } from './updates/feature.ts';

/** The wing used by live and setup; loaded after the login, with live. */
export const shared = wing(
  pollingFeature,
  preferenceFeature,
  processDetailsFeature,
  resourceFeature,
  updatesFeature,
  restartFeature,
);
export type SharedState = WingState<typeof shared>;
