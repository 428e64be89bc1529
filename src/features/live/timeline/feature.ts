import { feature } from '../../wing.ts';
import { historySaga } from './lazyTimelineSaga.ts';
import { history } from './slice.ts';

export const timelineFeature = feature({ reducers: { timeline: history }, saga: historySaga });
