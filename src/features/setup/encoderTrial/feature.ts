import { feature } from '../../wing.ts';
import { encoderTrialSaga } from './saga.ts';
import { encoderTrial } from './slice.ts';

export const encoderTrialFeature = feature({ reducers: { encoderTrial }, saga: encoderTrialSaga });
