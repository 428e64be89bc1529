import { feature } from '../../wing.ts';
import { pageRenewalSaga } from './saga.ts';
import { pageRenewal } from './slice.ts';

export const pageRenewalFeature = feature({ reducers: { pageRenewal }, saga: pageRenewalSaga });
