import type { AlarmLook } from '../../src/media/incident/alarmLooks.ts';
import type { Incident } from '../../src/media/incident/incidents.ts';
import type { Delivery } from '../receivers/delivery.ts';
import type { StoredReceiver } from './alarmStore.ts';

interface HeartbeatOptions {
  /** Seconds of a clock that only goes on. */
  now: () => number;
  call: (receiver: StoredReceiver) => Promise<Delivery>;
  /** Not saved or deleted since. */
  isCurrent: (receiver: StoredReceiver) => boolean;
  /** It wants no more. */
  leave: (receiver: StoredReceiver) => void;
}

/** Calls to somebody outside who raises the alarm when they end: only while all that is wanted is well. */
export function createHeartbeats({ now, call, isCurrent, leave }: HeartbeatOptions) {
  const beats = new Map<string, { at: number; delivery: Delivery | null }>();
  /** Channels that were down when that was last clear, and whether the core answers. */
  let down: ReadonlySet<string> = new Set();
  let isCoreGood = false;
  return {
    /** Of another run of the program. */
    resume(incidents: readonly Incident[]) {
      down = new Set(
        incidents.flatMap(({ rule, channel, status }) =>
          rule === 'channel-down' && channel !== null && status !== 'resolved' ? [channel] : [],
        ),
      );
    },
    /** A channel that tries again is down until it is good; what is behind a core that is away is as it was. */
    see(looks: readonly AlarmLook[]) {
      isCoreGood = looks.some(({ rule, condition }) => rule === 'core-away' && condition.status === 'good');
      const seen = new Map(
        looks.flatMap(({ rule, channel, condition }) =>
          rule === 'channel-down' && channel !== null ? [[channel, condition.status] as const] : [],
        ),
      );
      const before = [...down].filter((id) => (seen.get(id) ?? (isCoreGood ? 'off' : 'unclear')) === 'unclear');
      down = new Set([...before, ...[...seen].flatMap(([id, status]) => (status === 'bad' ? [id] : []))]);
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
    /** What the last call of a receiver came to; null: it was not called yet. */
    last: (receiver: string) => beats.get(receiver)?.delivery ?? null,
    forget: (receiver: string) => void beats.delete(receiver),
  };
}
