import { feature } from '../../gate/host/wing.ts';
import { renditionSaga } from './saga.ts';
import { renditionPage } from './slice.ts';

export const renditionFeature = feature({ reducers: { renditionPage }, saga: renditionSaga });
