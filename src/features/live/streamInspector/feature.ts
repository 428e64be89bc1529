import { feature } from '../../wing.ts';
import { watchSource } from './lazyWatchSource.ts';
import { inspector } from './slice.ts';

export const streamInspectorFeature = feature({ reducers: { streamInspector: inspector }, saga: watchSource });
