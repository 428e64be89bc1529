import { feature } from '../../gate/host/wing.ts';
import { heldPortsSaga } from './saga.ts';
import { heldPorts } from './slice.ts';

export const heldPortsFeature = feature({ reducers: { heldPorts }, saga: heldPortsSaga });
