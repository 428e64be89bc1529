import { feature } from '../../wing.ts';
import { holdSaga } from './saga.ts';
import { hold } from './slice.ts';

export const holdFeature = feature({ reducers: { hold }, saga: holdSaga });
