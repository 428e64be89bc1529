import * as z from 'zod/mini';
import { msg } from '../../src/i18n/msg.ts';
import type { AlarmMessage } from './alarmMessage.ts';

export interface HttpOrder {
  type: 'http';
  method: 'GET' | 'POST' | 'PUT';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface MailOrder {
  type: 'mail';
  host: string;
  port: number;
  security: MailSecurity;
  /** null: the server requires no login. */
  login: { user: string; pass: string } | null;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  /** The same in every try, so that mail clients merge duplicates. */
  messageId: string;
  /** Milliseconds since 1970. */
  at: number;
}

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

export type Order = HttpOrder | MailOrder;

export interface FieldNote {
  label: string;
  isSecret: boolean;
  isOptional?: boolean;
  initial?: string | number;
  choices?: readonly (string | number)[];
  /** English names of choices whose values are not words. */
  choiceNames?: Readonly<Record<string, string>>;
  help?: string;
  /** A generated value: the prefix and this many random bytes in base64. */
  generated?: { prefix: string; bytes: number };
}

export const fieldNotes = z.registry<FieldNote>();

interface Definition<S extends z.ZodMiniObject> {
  id: string;
  name: string;
  /** Every field is registered with a note. `address` is the destination. */
  schema: S;
  /** Interval of a heartbeat. Absent for kinds that receive messages. */
  everySeconds?: number;
  /** Successful statuses that mean that the message reached nobody. */
  emptyAnswers?: readonly number[];
  /** @param sentAt time of this try, in milliseconds since 1970 */
  order: (fields: z.infer<S>, message: AlarmMessage, sentAt: number) => Order;
}

export interface ReceiverKind {
  id: string;
  name: string;
  everySeconds: number | null;
  emptyAnswers: readonly number[];
  fields: Readonly<Record<string, FieldNote>>;
  read: (fields: unknown) => { orderFor: OrderFor } | { faults: Faults };
}

/** A closure keeps the fields out of logs and responses. */
export type OrderFor = (message: AlarmMessage, sentAt: number) => Order;

export interface FieldFault {
  /** Empty for the whole form. */
  field: string;
  text: string;
}
export type Faults = readonly [FieldFault, ...FieldFault[]];

export function defineReceiver<S extends z.ZodMiniObject>(definition: Definition<S>): ReceiverKind {
  const { id, name, schema, everySeconds = null, emptyAnswers = [], order } = definition;
  const notes = Object.entries(schema.shape).flatMap(([key, field]) => {
    const note = fieldNotes.get(field);
    return note === undefined ? [] : [[key, note] as const];
  });
  return {
    ...{ id, name, everySeconds, emptyAnswers },
    fields: Object.fromEntries(notes),
    read(fields) {
      const parsed = schema.safeParse(fields);
      if (parsed.success) return { orderFor: (message, sentAt) => order(parsed.data, message, sentAt) };
      const [first, ...others] = parsed.error.issues.map(({ path: [field = ''], message }) => ({
        field: String(field),
        text: message,
      }));
      return { faults: [first ?? { field: '', text: msg('Enter all fields') }, ...others] };
    },
  };
}
