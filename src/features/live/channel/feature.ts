import { feature } from '../../wing.ts';
import { channelSaga } from './saga.ts';
import { channel } from './slice.ts';

export const channelFeature = feature({ reducers: { channel }, saga: channelSaga, outlivesLogout: true });
