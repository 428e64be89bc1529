import { feature } from '../../wing.ts';
import { levelsSaga } from './saga.ts';
import { levels } from './slice.ts';

export const audioLevelsFeature = feature({ reducers: { audioLevels: levels }, saga: levelsSaga });
