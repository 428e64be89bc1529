import { feature } from '../../wing.ts';
import { ruleEditor } from './ruleForm/slice.ts';
import { scheduleSaga } from './saga.ts';
import { schedule } from './slice.ts';

export const scheduleFeature = feature({ reducers: { schedule, ruleForm: ruleEditor.reducer }, saga: scheduleSaga });
