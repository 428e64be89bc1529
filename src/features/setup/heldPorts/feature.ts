import { feature } from '../../wing.ts';
import { portsSaga } from './saga.ts';
import { heldPorts } from './slice.ts';

export const heldPortsFeature = feature({ reducers: { heldPorts }, saga: portsSaga });
