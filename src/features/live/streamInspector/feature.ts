import { feature } from '../../wing.ts';
import { inspectorSaga } from './saga.ts';
import { inspector } from './slice.ts';

export const streamInspectorFeature = feature({ reducers: { streamInspector: inspector }, saga: inspectorSaga });
