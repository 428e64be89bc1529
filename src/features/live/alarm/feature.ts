import { feature } from '../../gate/host/wing.ts';
import { alarmSaga } from './saga.ts';
import { alarm } from './slice.ts';

export const alarmFeature = feature({ reducers: { alarm }, saga: alarmSaga });
