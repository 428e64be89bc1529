import { feature } from '../../wing.ts';
import { tokensSaga } from './saga.ts';
import { tokens } from './slice.ts';

export const tokensFeature = feature({ reducers: { tokens }, saga: tokensSaga });
