import { feature } from '../../wing.ts';
import { pendingRestart } from './pendingRestart/slice.ts';
import { restartSaga } from './saga.ts';
import { restart } from './slice.ts';

export const restartFeature = feature({ reducers: { restart, pendingRestart }, saga: restartSaga });
