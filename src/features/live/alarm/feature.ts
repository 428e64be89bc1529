import { feature } from '../../wing.ts';
import { alarmSaga } from './saga.ts';
import { alarm } from './slice.ts';

export const alarmFeature = feature({ reducers: { alarm }, saga: alarmSaga });
