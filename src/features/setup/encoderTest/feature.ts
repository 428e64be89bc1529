import { feature } from '../../gate/host/wing.ts';
import { encoderTestSaga } from './saga.ts';
import { encoderTest } from './slice.ts';

export const encoderTestFeature = feature({ reducers: { encoderTest }, saga: encoderTestSaga });
