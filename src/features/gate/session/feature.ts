import { feature } from '../../wing.ts';
import { sessionSaga } from './saga.ts';
import { session } from './slice.ts';

export const sessionFeature = feature({ reducers: { session }, saga: sessionSaga });
