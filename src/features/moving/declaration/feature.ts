import { feature } from '../../wing.ts';
import { declarationSaga } from './saga.ts';
import { declaration } from './slice.ts';

export const declarationFeature = feature({ reducers: { declaration }, saga: declarationSaga });
