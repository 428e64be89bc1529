import { feature } from '../../wing.ts';
import { verdictSaga } from './saga.ts';
import { verdict } from './slice.ts';

export const verdictFeature = feature({ reducers: { verdict }, saga: verdictSaga });
