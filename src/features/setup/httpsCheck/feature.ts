import { feature } from '../../wing.ts';
import { httpsCheckSaga } from './saga.ts';
import { httpsCheck } from './slice.ts';

export const httpsCheckFeature = feature({ reducers: { httpsCheck }, saga: httpsCheckSaga });
