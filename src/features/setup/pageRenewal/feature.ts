import { feature } from '../../gate/host/wing.ts';
import { pageRenewalSaga } from './saga.ts';
import { pageRenewal } from './slice.ts';

export const pageRenewalFeature = feature({ reducers: { pageRenewal }, saga: pageRenewalSaga });
