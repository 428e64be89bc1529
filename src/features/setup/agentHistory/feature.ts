import { feature } from '../../wing.ts';
import { agentHistorySaga } from './saga.ts';
import { agentHistory } from './slice.ts';

export const agentHistoryFeature = feature({ reducers: { agentHistory }, saga: agentHistorySaga });
