import { feature } from '../../wing.ts';
import { recordingsSaga } from './saga.ts';
import { recordings } from './slice.ts';

export const recordingsFeature = feature({ reducers: { recordings }, saga: recordingsSaga });
