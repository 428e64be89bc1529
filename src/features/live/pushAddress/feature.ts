import { feature } from '../../wing.ts';
import { pushAddressSaga } from './saga.ts';
import { push } from './slice.ts';

export const pushAddressFeature = feature({ reducers: { pushAddress: push }, saga: pushAddressSaga });
