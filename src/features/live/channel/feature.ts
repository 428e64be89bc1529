import { feature } from '../../wing.ts';
import { channelSaga } from './saga.ts';
import { channel } from './slice.ts';

// A channel that was begun and never saved is known here alone.
export const channelFeature = feature({ reducers: { channel }, saga: channelSaga, outlivesLogout: true });
