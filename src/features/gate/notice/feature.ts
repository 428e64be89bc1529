import { feature } from '../host/wing.ts';
import { notice } from './slice.ts';

export const noticeFeature = feature({ reducers: { notice } });
