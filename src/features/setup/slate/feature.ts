import { feature } from '../../wing.ts';
import { agentSight } from './agentSight/slice.ts';
import { slateSaga } from './saga.ts';
import { slate } from './slice.ts';

export const slateFeature = feature({ reducers: { slate, agentSight }, saga: slateSaga });
