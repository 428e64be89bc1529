import { feature } from '../../wing.ts';
import { connectionSaga } from './saga.ts';
import { connection } from './slice.ts';

export const connectionFeature = feature({ reducers: { connection }, saga: connectionSaga });
