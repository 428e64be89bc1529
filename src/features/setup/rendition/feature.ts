import { feature } from '../../gate/host/wing.ts';
import { renditionSaga } from './saga.ts';
import { renditionPage } from './slice.ts';

export const renditionFeature = feature({ reducers: { rendition: renditionPage }, saga: renditionSaga });
