import { feature } from '../../wing.ts';
import { admissionSaga } from './saga.ts';

export const admissionFeature = feature({ reducers: {}, saga: admissionSaga });
