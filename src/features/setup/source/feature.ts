import { feature } from '../../wing.ts';
import { sourceSaga } from './editor/saga.ts';
import { source } from './editor/slice.ts';

export const sourceFeature = feature({ reducers: { source }, saga: sourceSaga });
