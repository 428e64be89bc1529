import { feature } from '../../wing.ts';
import { receiverEditor } from './receiverForm/slice.ts';
import { rulesEditor } from './rulesForm/slice.ts';
import { alarmsSaga } from './saga.ts';
import { alarms } from './slice.ts';

export const alarmsFeature = feature({
  reducers: { alarms, receiverForm: receiverEditor.reducer, rulesForm: rulesEditor.reducer },
  saga: alarmsSaga,
});
