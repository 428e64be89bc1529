import { feature } from '../../gate/host/wing.ts';
import { admissionSaga } from './saga.ts';

export const admissionFeature = feature({ reducers: {}, saga: admissionSaga });
