import { feature } from '../../gate/host/wing.ts';
import { overview } from './slice.ts';

export const shownChannelsFeature = feature({ reducers: { shownChannels: overview } });
