import { StoreError, type StoreThread } from '../storeThread.ts';
import type { AlarmChange, AlarmContents, DeliveryRecord, IncidentRecord } from './alarmStore.ts';

/** Every call may be repeated. It rejects with a `StoreError` if the file is unusable, and may hang. */
export interface AlarmDisk {
  load(): Promise<AlarmContents>;
  save(change: AlarmChange): Promise<void>;
  deliveries(before: number | null, limit: number): Promise<readonly DeliveryRecord[]>;
  incidents(before: number | null, limit: number): Promise<readonly IncidentRecord[]>;
}

export const createAlarmDisk = ({ ask }: StoreThread): AlarmDisk => ({
  async load() {
    const result = await ask({ type: 'alarms-load' });
    if (result.type !== 'alarms') throw new StoreError('failed');
    return result.contents;
  },
  async save(change) {
    await ask({ type: 'alarms-save', change });
  },
  async deliveries(before, limit) {
    const result = await ask({ type: 'alarms-deliveries', before, limit });
    return result.type === 'deliveries' ? result.deliveries : [];
  },
  async incidents(before, limit) {
    const result = await ask({ type: 'alarms-incidents', before, limit });
    return result.type === 'incidents' ? result.incidents : [];
  },
});
