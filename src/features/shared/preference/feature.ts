import { feature } from '../../wing.ts';
import { preferenceSaga } from './saga.ts';
import { preference } from './slice.ts';

export const preferenceFeature = feature({ reducers: { preference }, saga: preferenceSaga });
