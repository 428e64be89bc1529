import { feature } from '../../gate/host/wing.ts';
import { playerSaga } from './saga.ts';
import { playerForm } from './slice.ts';

export const playerFeature = feature({ reducers: { playerForm }, saga: playerSaga });
