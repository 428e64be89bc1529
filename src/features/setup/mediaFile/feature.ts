import { feature } from '../../wing.ts';
import { mediaFileSaga } from './saga.ts';
import { mediaFile } from './slice.ts';

// What was uploaded and never saved is still to be removed.
export const mediaFileFeature = feature({ reducers: { mediaFile }, saga: mediaFileSaga, outlivesLogout: true });
