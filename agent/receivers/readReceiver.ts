import { msg } from '../../src/i18n/msg.ts';
import { type AddressRules, isHostAllowed } from './addressRules.ts';
import type { AlarmMessage } from './alarmMessage.ts';
import { DELIVERY_FAULTS } from './delivery.ts';
import type { Faults, Order, OrderFor, ReceiverKind } from './receiverKind.ts';
import { receiverKinds } from './receiverKinds.ts';

export interface Receiver {
  kind: ReceiverKind;
  orderFor: OrderFor;
}

const NOBODY: AlarmMessage = { id: '0', kind: 'test', severity: 'info', title: '', text: '', link: null, at: 0 };

/** Parses a receiver from a form or the store. `id` is its kind. */
export function readReceiver(
  id: unknown,
  fields: unknown,
  rules: AddressRules,
): { receiver: Receiver } | { faults: Faults } {
  const kind = receiverKinds.find((candidate) => candidate.id === id);
  if (kind === undefined) return { faults: [{ field: '', text: msg('This version knows no receiver of this kind') }] };
  const read = kind.read(fields);
  if ('faults' in read) return read;
  const { orderFor } = read;
  const { host, port } = destinationOf(orderFor(NOBODY, 0));
  return isHostAllowed(host, port, rules)
    ? { receiver: { kind, orderFor } }
    : { faults: [{ field: 'address', text: DELIVERY_FAULTS['forbidden-address'] }] };
}

export function destinationOf(order: Order): { host: string; port: number } {
  // Normalizes like a URL: `0x7f.1` is 127.0.0.1.
  const mailServer = order.type === 'mail' && (order.host.includes(':') ? `[${order.host}]` : order.host);
  const { hostname, port, protocol } = new URL(order.type === 'mail' ? `http://${mailServer}` : order.url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (order.type === 'mail') return { host, port: order.port };
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}
