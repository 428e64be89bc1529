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
  /** null: the server wants no login. */
  login: { user: string; pass: string } | null;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  /** The same in every try, so that a mail that came twice is shown once. */
  messageId: string;
  /** Milliseconds since 1970. */
  at: number;
}

export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];

export type Order = HttpOrder | MailOrder;

export interface FieldNote {
  /** Of the form, in English. */
  label: string;
  /** Never shown again once it is stored. */
  isSecret: boolean;
  isOptional?: boolean;
  /** In an empty form. */
  initial?: string | number;
  /** All that may be chosen. */
  choices?: readonly (string | number)[];
  /** How a choice is called where its value is no word, in English. */
  choiceNames?: Readonly<Record<string, string>>;
  /** What to enter, in English. */
  help?: string;
  /** A form may make one: the prefix, and so many random bytes in base64. */
  generated?: { prefix: string; bytes: number };
}

export const fieldNotes = z.registry<FieldNote>();

interface Definition<S extends z.ZodMiniObject> {
  /** Stored. */
  id: string;
  /** A proper name, or a text. */
  name: string;
  /** Each field with its note; the one that says where to send is `address`. */
  schema: S;
  /** Seconds between two calls for as long as all is well. Without it, it is for messages. */
  everySeconds?: number;
  /** Answers of a good status that nevertheless mean that nobody was told. */
  emptyAnswers?: readonly number[];
  /** @param sentAt milliseconds since 1970, of this try */
  order: (fields: z.infer<S>, message: AlarmMessage, sentAt: number) => Order;
}

/** What may receive alarms: one row of the catalogue. */
export interface ReceiverKind {
  id: string;
  name: string;
  /** null: it is for messages. */
  everySeconds: number | null;
  emptyAnswers: readonly number[];
  fields: Readonly<Record<string, FieldNote>>;
  /** Parses what somebody typed. */
  read: (fields: unknown) => { orderFor: OrderFor } | { faults: Faults };
}

/** The fields are inside, so that no log and no answer shows them by mistake. */
export type OrderFor = (message: AlarmMessage, sentAt: number) => Order;

export interface FieldFault {
  /** '': the whole. */
  field: string;
  /** What to do, in English. */
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
