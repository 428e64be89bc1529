import { feature } from '../../wing.ts';
import { failureLogsSaga } from './readFailureLogs.ts';
import { status } from './slice.ts';

export const statusFeature = feature({ reducers: { status }, saga: failureLogsSaga });
