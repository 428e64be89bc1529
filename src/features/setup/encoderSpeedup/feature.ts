import { feature } from '../../gate/host/wing.ts';
import { encoderSpeedupSaga } from './encoderSpeedupSaga.ts';
import { relief } from './slice.ts';

export const encoderSpeedupFeature = feature({ reducers: { encoderSpeedup: relief }, saga: encoderSpeedupSaga });
