import { feature } from '../../gate/host/wing.ts';
import { shownVerdicts, shownVerdictsSaga } from './shownVerdictsSlice.ts';

export const verdictFeature = feature({ reducers: { shownVerdicts }, saga: shownVerdictsSaga });
