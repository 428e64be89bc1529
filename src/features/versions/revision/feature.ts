import { feature } from '../../wing.ts';
import { revisionSaga } from './saga.ts';
import { revision } from './slice.ts';

export const revisionFeature = feature({ reducers: { revision }, saga: revisionSaga });
