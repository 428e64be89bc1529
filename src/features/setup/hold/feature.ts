import { feature } from '../../wing.ts';
import { holdSaga } from './saga.ts';
import { holdAgent, holdForm } from './slice.ts';

export const holdFeature = feature({ reducers: { holdForm, holdAgent }, saga: holdSaga });
