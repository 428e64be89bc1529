import { feature } from '../../wing.ts';
import { edgeKitSaga } from './saga.ts';
import { edgeKit } from './slice.ts';

export const edgeKitFeature = feature({ reducers: { edgeKit }, saga: edgeKitSaga });
