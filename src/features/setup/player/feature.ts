import { feature } from '../../wing.ts';
import { playerSaga } from './saga.ts';
import { playerForm } from './slice.ts';

export const playerFeature = feature({ reducers: { player: playerForm }, saga: playerSaga });
