import { feature } from '../../wing.ts';
import { channelPageSaga } from './saga.ts';

export const channelPageFeature = feature({ reducers: {}, saga: channelPageSaga });
