import { feature } from '../../wing.ts';
import { runningPolls } from './slice.ts';

export const pollingFeature = feature({ reducers: { polling: runningPolls }, outlivesLogout: true });
