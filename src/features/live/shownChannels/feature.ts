import { feature } from '../../wing.ts';
import { overview } from './slice.ts';

export const shownChannelsFeature = feature({ reducers: { shownChannels: overview } });
