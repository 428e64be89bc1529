import { feature } from '../../wing.ts';
import { channelSettingsSaga } from './saga.ts';
import { channelSettings } from './slice.ts';

export const channelSettingsFeature = feature({ reducers: { channelSettings }, saga: channelSettingsSaga });
