import { feature } from '../../wing.ts';
import { publishPagesSaga } from './saga.ts';

export const publishPagesFeature = feature({ reducers: {}, saga: publishPagesSaga });
