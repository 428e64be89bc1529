import { feature } from '../../wing.ts';
import { sourceSaga } from './editor/saga.ts';
import { sourceForm } from './editor/slice.ts';

export const sourceFeature = feature({ reducers: { source: sourceForm }, saga: sourceSaga });
