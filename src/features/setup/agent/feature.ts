import { feature } from '../../wing.ts';
import { agentSaga } from './saga.ts';
import { agent } from './slice.ts';

export const agentFeature = feature({ reducers: { agent }, saga: agentSaga });
