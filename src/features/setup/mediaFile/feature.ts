import { feature } from '../../wing.ts';
import { mediaFileSaga } from './saga.ts';
import { mediaFile } from './slice.ts';

// Removes unsaved uploads even after a logout.
export const mediaFileFeature = feature({ reducers: { mediaFile }, saga: mediaFileSaga, outlivesLogout: true });
