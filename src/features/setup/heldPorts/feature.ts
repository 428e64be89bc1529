import { feature } from '../../wing.ts';
import { heldPorts, heldPortsSaga } from './slice.ts';

export const heldPortsFeature = feature({ reducers: { heldPorts }, saga: heldPortsSaga });
