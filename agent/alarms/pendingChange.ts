import type { AlarmChange, IncidentRecord, StoredReceiver } from './alarmStore.ts';
import type { OutboxRow } from './outbox.ts';

/** What is not written yet: one thing is written once, as it is then. */
export function createPendingChange() {
  let memory: AlarmChange['memory'] = null;
  const incidents = new Map<string, IncidentRecord>();
  const rows = new Map<string, OutboxRow>();
  const receivers = new Map<string, StoredReceiver>();
  const removed = new Set<string>();

  function add(change: Partial<AlarmChange>) {
    memory = change.memory ?? memory;
    for (const one of change.incidents ?? []) incidents.set(one.id, one);
    // The order in which they are written is that in which they are sent.
    for (const one of change.rows ?? []) rows.set(one.id, one);
    for (const one of change.receivers ?? []) {
      receivers.set(one.id, one);
      removed.delete(one.id);
    }
    for (const id of change.removedReceivers ?? []) {
      receivers.delete(id);
      removed.add(id);
    }
  }

  return {
    add,
    isEmpty: () => memory === null && incidents.size + rows.size + receivers.size + removed.size === 0,
    /** All of it, and nothing is pending. */
    take(): AlarmChange {
      const change = {
        ...{ memory, incidents: [...incidents.values()], rows: [...rows.values()] },
        ...{ receivers: [...receivers.values()], removedReceivers: [...removed] },
      };
      memory = null;
      for (const all of [incidents, rows, receivers, removed]) all.clear();
      return change;
    },
    /** It could not be written: what came meanwhile is newer. */
    putBack(change: AlarmChange) {
      const newer = this.take();
      add(change);
      add(newer);
    },
  };
}
