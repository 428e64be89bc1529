import { feature } from '../../wing.ts';
import { loopSaga } from './saga.ts';
import { loopFiles } from './slice.ts';

export const mediaFileFeature = feature({ reducers: { mediaFile: loopFiles }, saga: loopSaga });
