import { feature } from '../../wing.ts';
import { preview } from './slice.ts';

export const channelPageFeature = feature({ reducers: { channelPage: preview } });
