import { feature } from '../../wing.ts';
import { notice } from './slice.ts';

export const noticeFeature = feature({ reducers: { notice } });
