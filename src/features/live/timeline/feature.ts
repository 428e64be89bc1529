import { feature } from '../../wing.ts';
import { timelineSaga } from './saga.ts';
import { history } from './slice.ts';

export const timelineFeature = feature({ reducers: { timeline: history }, saga: timelineSaga });
