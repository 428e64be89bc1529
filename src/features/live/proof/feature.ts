import { feature } from '../../wing.ts';
import { proofSaga } from './saga.ts';
import { proof } from './slice.ts';

export const proofFeature = feature({ reducers: { proof }, saga: proofSaga });
