import { feature } from '../../wing.ts';
import { processSaga } from './saga.ts';
import { process } from './slice.ts';

export const processDetailsFeature = feature({ reducers: { processDetails: process }, saga: processSaga });
