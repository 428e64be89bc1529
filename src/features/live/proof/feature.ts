import { feature } from '../../wing.ts';
import { proof } from './slice.ts';

export const proofFeature = feature({ reducers: { proof } });
