import { feature } from '../../wing.ts';
import { ingestSaga } from './saga.ts';
import { ingest } from './slice.ts';

export const ingestFeature = feature({ reducers: { ingest }, saga: ingestSaga });
