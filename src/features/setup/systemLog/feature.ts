import { feature } from '../../wing.ts';
import { systemLog, systemLogSaga } from './slice.ts';

export const systemLogFeature = feature({ reducers: { systemLog }, saga: systemLogSaga });
