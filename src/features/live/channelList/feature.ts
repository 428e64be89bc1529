import { feature } from '../../wing.ts';
import { overviewSaga } from './saga.ts';

export const channelListFeature = feature({ reducers: {}, saga: overviewSaga });
