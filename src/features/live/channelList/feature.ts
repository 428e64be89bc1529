import { feature } from '../../gate/host/wing.ts';
import { overviewSaga } from './saga.ts';

export const channelListFeature = feature({ reducers: {}, saga: overviewSaga });
