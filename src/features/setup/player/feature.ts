import { feature } from '../../gate/host/wing.ts';
import { playerSaga } from './saga.ts';
import { player } from './slice.ts';

export const playerFeature = feature({ reducers: { player }, saga: playerSaga });
