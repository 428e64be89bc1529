import { feature } from '../../wing.ts';
import { addressChange } from './addressChange/slice.ts';
import { settingsSaga } from './saga.ts';
import { settings } from './slice.ts';

export const settingsFeature = feature({ reducers: { settings, addressChange }, saga: settingsSaga });
