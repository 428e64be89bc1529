import { feature } from '../../wing.ts';
import { renditionSaga } from './saga.ts';
import { renditionPage } from './slice.ts';

export const renditionFeature = feature({ reducers: { rendition: renditionPage }, saga: renditionSaga });
