import { feature } from '../../gate/host/wing.ts';
import { preview } from './slice.ts';

export const channelPageFeature = feature({ reducers: { channelPage: preview } });
