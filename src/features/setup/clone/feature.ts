import { feature } from '../../wing.ts';
import { cloneSaga } from './saga.ts';
import { clone } from './slice.ts';

export const cloneFeature = feature({ reducers: { clone }, saga: cloneSaga });
