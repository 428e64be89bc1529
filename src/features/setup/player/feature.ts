import { feature } from '../../wing.ts';
import { playerSaga } from './saga.ts';
import { player } from './slice.ts';

export const playerFeature = feature({ reducers: { player }, saga: playerSaga });
