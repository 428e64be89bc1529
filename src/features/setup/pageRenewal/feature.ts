import { feature } from '../../wing.ts';
import { renewalSaga } from './saga.ts';
import { renewal } from './slice.ts';

export const pageRenewalFeature = feature({ reducers: { pageRenewal: renewal }, saga: renewalSaga });
