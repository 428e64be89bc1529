import { feature } from '../../gate/host/wing.ts';
import { ffmpegTrialSaga } from './loadStoredTrial.ts';

export const ffmpegTrialFeature = feature({ reducers: {}, saga: ffmpegTrialSaga });
