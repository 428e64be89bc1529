import { feature } from '../../wing.ts';
import { systemLog } from './slice.ts';
import { systemLogSaga } from './watchSystemLog.ts';

export const systemLogFeature = feature({ reducers: { systemLog }, saga: systemLogSaga });
