import { feature } from '../../wing.ts';
import { nextChangeSaga } from './saga.ts';
import { nextChange } from './slice.ts';

export const nextChangeFeature = feature({ reducers: { nextChange }, saga: nextChangeSaga });
