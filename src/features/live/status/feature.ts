import { feature } from '../../wing.ts';
import { diagnoseSaga } from './readFailureLogs.ts';
import { status } from './slice.ts';

export const statusFeature = feature({ reducers: { status }, saga: diagnoseSaga });
