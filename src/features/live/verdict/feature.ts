import { feature } from '../../wing.ts';
import { shownVerdicts, shownVerdictsSaga } from './shownVerdictsSlice.ts';

export const verdictFeature = feature({ reducers: { verdict: shownVerdicts }, saga: shownVerdictsSaga });
