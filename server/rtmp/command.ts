import { decodeAmf } from './amf.ts';
import { type Message, messageType } from './chunks.ts';

/** The arguments of a command; missing ones are empty. */
export interface Command {
  readonly name: string;
  readonly transaction: number;
  /** Of connect. */
  readonly app: string;
  /** Of connect: 0 or 3. */
  readonly objectEncoding: number;
  /** Of publish and play: the name, with its query. */
  readonly stream: string;
}

/** Name, transaction, object, stream: nothing of what comes later is asked for. */
const VALUES = 4;

/** A command message. Throws `RtmpError`. */
export function readCommand({ type, body }: Message): Command {
  // Commands of AMF3 have a format byte, and are AMF0 after it.
  const [name, transaction, object, stream] = decodeAmf(
    type === messageType.commandAmf3 ? body.subarray(1) : body,
    VALUES,
  );
  const member = (key: string): unknown =>
    typeof object === 'object' && object !== null ? Reflect.get(object, key) : undefined;
  return {
    name: text(name),
    transaction: number(transaction),
    app: text(member('app')),
    objectEncoding: number(member('objectEncoding')),
    stream: text(stream),
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : 0);
