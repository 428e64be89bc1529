import { feature } from '../../wing.ts';
import { updatesSaga } from './saga.ts';
import { updates } from './slice.ts';

export const updatesFeature = feature({ reducers: { updates }, saga: updatesSaga });
