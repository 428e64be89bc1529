import { type WingState, wing } from '../wing.ts';
import { revisionFeature } from './revision/feature.ts';

/** The wing of earlier versions. It is loaded with their screen, and its recorder with the first save. */
export const versions = wing(revisionFeature);
export type VersionsState = WingState<typeof versions>;
