import { feature } from '../../wing.ts';
import { slateSaga } from './saga.ts';
import { slate } from './slice.ts';

export const slateFeature = feature({ reducers: { slate }, saga: slateSaga });
