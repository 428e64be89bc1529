import { feature } from '../../wing.ts';
import { encoderSpeedupSaga } from './saga.ts';
import { encoderSpeedup } from './slice.ts';

export const encoderSpeedupFeature = feature({ reducers: { encoderSpeedup }, saga: encoderSpeedupSaga });
