import { type WingState, wing } from '../wing.ts';
import { connectionFeature } from './connection/feature.ts';
import { noticeFeature } from './notice/feature.ts';
import { sessionFeature } from './session/feature.ts';

export const gate = wing(sessionFeature, connectionFeature, noticeFeature);
export type GateState = WingState<typeof gate>;
