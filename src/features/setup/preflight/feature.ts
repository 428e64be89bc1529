import { feature } from '../../wing.ts';
import { preflightSaga } from './saga.ts';
import { preflight } from './slice.ts';

export const preflightFeature = feature({ reducers: { preflight }, saga: preflightSaga });
