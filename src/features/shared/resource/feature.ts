import { feature } from '../../wing.ts';
import { resourceSaga } from './saga.ts';
import { resource } from './slice.ts';

export const resourceFeature = feature({ reducers: { resource }, saga: resourceSaga });
