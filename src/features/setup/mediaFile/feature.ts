import { feature } from '../../wing.ts';
import { mediaFileSaga } from './saga.ts';
import { mediaFile } from './slice.ts';

export const mediaFileFeature = feature({ reducers: { mediaFile }, saga: mediaFileSaga });
