import type { AlarmChange, IncidentRecord, StoredReceiver } from './alarmStore.ts';
import type { OutboxRow } from './outbox.ts';

/** Collects unwritten changes, keeping only the latest version of each row. */
export function createPendingChange() {
  let memory: AlarmChange['memory'] = null;
  const incidents = new Map<string, IncidentRecord>();
  const rows = new Map<string, OutboxRow>();
  const receivers = new Map<string, StoredReceiver>();
  const removed = new Set<string>();

  function add(change: Partial<AlarmChange>) {
    memory = change.memory ?? memory;
    for (const incident of change.incidents ?? []) incidents.set(incident.id, incident);
    // Rows are sent in the order in which they are written.
    for (const row of change.rows ?? []) rows.set(row.id, row);
    for (const receiver of change.receivers ?? []) {
      receivers.set(receiver.id, receiver);
      removed.delete(receiver.id);
    }
    for (const id of change.removedReceivers ?? []) {
      receivers.delete(id);
      removed.add(id);
    }
  }

  return {
    add,
    isEmpty: () => memory === null && incidents.size + rows.size + receivers.size + removed.size === 0,
    take(): AlarmChange {
      const change = {
        ...{ memory, incidents: [...incidents.values()], rows: [...rows.values()] },
        ...{ receivers: [...receivers.values()], removedReceivers: [...removed] },
      };
      memory = null;
      for (const all of [incidents, rows, receivers, removed]) all.clear();
      return change;
    },
    /** Restores changes after a failed write; changes made meanwhile are newer and win. */
    putBack(change: AlarmChange) {
      const newer = this.take();
      add(change);
      add(newer);
    },
  };
}
