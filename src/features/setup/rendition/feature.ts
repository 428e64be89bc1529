import { feature } from '../../wing.ts';
import { renditionSaga } from './saga.ts';
import { rendition } from './slice.ts';

export const renditionFeature = feature({ reducers: { rendition }, saga: renditionSaga });
