import { feature } from '../../gate/host/wing.ts';
import { publishPagesSaga } from './saga.ts';

export const publishPagesFeature = feature({ reducers: {}, saga: publishPagesSaga });
