import type { AlarmLook } from '../../src/media/incident/alarmLooks.ts';
import type { Incident } from '../../src/media/incident/incidents.ts';
import type { Delivery } from '../receivers/delivery.ts';
import type { StoredReceiver } from './alarmStore.ts';

interface HeartbeatOptions {
  /** Monotonic clock, in seconds. */
  now: () => number;
  call: (receiver: StoredReceiver) => Promise<Delivery>;
  isCurrent: (receiver: StoredReceiver) => boolean;
  leave: (receiver: StoredReceiver) => void;
}

/** Calls an external monitor at intervals while everything is well; the monitor raises the alarm when calls stop. */
export function createHeartbeats({ now, call, isCurrent, leave }: HeartbeatOptions) {
  const beats = new Map<string, { at: number; delivery: Delivery | null }>();
  /** Channels last seen down. */
  let down: ReadonlySet<string> = new Set();
  let isCoreGood = false;
  return {
    resume(incidents: readonly Incident[]) {
      down = new Set(
        incidents.flatMap(({ rule, channel, status }) =>
          rule === 'channel-down' && channel !== null && status !== 'resolved' ? [channel] : [],
        ),
      );
    },
    /** A retrying channel stays down until it is good; an unreachable core leaves its channels unchanged. */
    see(looks: readonly AlarmLook[]) {
      isCoreGood = looks.some(({ rule, condition }) => rule === 'core-away' && condition.status === 'good');
      const statuses = new Map(
        looks.flatMap(({ rule, channel, condition }) =>
          rule === 'channel-down' && channel !== null ? [[channel, condition.status] as const] : [],
        ),
      );
      const before = [...down].filter((id) => (statuses.get(id) ?? (isCoreGood ? 'off' : 'unclear')) === 'unclear');
      down = new Set([...before, ...[...statuses].flatMap(([id, status]) => (status === 'bad' ? [id] : []))]);
    },
    beat(receivers: readonly { receiver: StoredReceiver; everySeconds: number }[]) {
      if (!isCoreGood || down.size > 0) return;
      const at = now();
      for (const { receiver, everySeconds } of receivers) {
        const last = beats.get(receiver.id);
        if (last !== undefined && at - last.at < everySeconds) continue;
        beats.set(receiver.id, { at, delivery: last?.delivery ?? null });
        void call(receiver).then((delivery) => {
          if (!isCurrent(receiver)) return;
          beats.set(receiver.id, { at, delivery });
          if (delivery.type === 'gone') leave(receiver);
        });
      }
    },
    last: (receiver: string) => beats.get(receiver)?.delivery ?? null,
    forget: (receiver: string) => void beats.delete(receiver),
  };
}
