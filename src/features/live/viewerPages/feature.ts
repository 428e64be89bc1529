import { feature } from '../../wing.ts';
import { pagesSaga } from './saga.ts';

export const viewerPagesFeature = feature({ reducers: {}, saga: pagesSaga });
