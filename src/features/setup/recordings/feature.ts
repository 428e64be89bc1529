import { feature } from '../../wing.ts';
import { recordingsSaga } from './saga.ts';
import { recordingOwners, recordings } from './slice.ts';

export const recordingsFeature = feature({ reducers: { recordings, recordingOwners }, saga: recordingsSaga });
