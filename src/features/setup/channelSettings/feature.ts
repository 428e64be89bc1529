import { feature } from '../../wing.ts';
import { channelEditSaga } from './saga.ts';
import { channelForm } from './slice.ts';

export const channelSettingsFeature = feature({ reducers: { channelSettings: channelForm }, saga: channelEditSaga });
