import { limit } from '../util/limits.ts';

/** Malformed RTMP or an exceeded limit; closes this connection only. */
export class RtmpError extends Error {}

/** A value of AMF0. Objects of any class and ECMA arrays are plain objects, dates are milliseconds. */
export type Amf = number | boolean | string | null | undefined | Amf[] | { [key: string]: Amf };

const OBJECT_END = 9;
/** Commands nest two levels; more is an attack on the stack. */
const MAX_DEPTH = 8;

/** Decodes the first values of a message. Throws `RtmpError` for malformed or too many values. */
export function decodeAmf(data: Buffer, first = Number.POSITIVE_INFINITY): Amf[] {
  let at = 0;
  let left = limit('rtmpValues');
  const take = (bytes: number) => {
    if (at + bytes > data.length) throw new RtmpError('AMF0 value is cut off');
    at += bytes;
    return at - bytes;
  };
  const text = (bytes: number) => {
    const start = take(bytes);
    return data.toString('utf8', start, start + bytes);
  };
  const shortText = () => text(data.readUInt16BE(take(2)));
  const members = (depth: number) => {
    const object = new Map<string, Amf>();
    for (;;) {
      const key = shortText();
      if (key === '' && data[at] === OBJECT_END) {
        take(1);
        return Object.fromEntries(object);
      }
      object.set(key, readValue(depth + 1));
    }
  };
  const readItems = (depth: number) => {
    const list: Amf[] = [];
    for (let left = data.readUInt32BE(take(4)); left > 0; left--) list.push(readValue(depth + 1));
    return list;
  };
  const readValue = (depth: number): Amf => {
    if (depth > MAX_DEPTH) throw new RtmpError('AMF0 value is nested too deep');
    left -= 1;
    if (left < 0) throw new RtmpError('too many AMF0 values');
    const marker = data[take(1)];
    switch (marker) {
      case 0:
        return data.readDoubleBE(take(8));
      case 1:
        return data[take(1)] !== 0;
      case 2:
        return shortText();
      case 3:
        return members(depth);
      case 5:
        return null;
      case 6:
        return undefined;
      case 8:
        take(4); // The count is only a hint; the end marker decides.
        return members(depth);
      case 10:
        return readItems(depth);
      case 11: {
        const milliseconds = data.readDoubleBE(take(8));
        take(2);
        return milliseconds;
      }
      case 12:
      case 15:
        return text(data.readUInt32BE(take(4)));
      case 16:
        shortText();
        return members(depth);
      default:
        throw new RtmpError(`AMF0 has no type ${marker}`);
    }
  };

  const values: Amf[] = [];
  while (at < data.length && values.length < first) values.push(readValue(0));
  return values;
}

export function encodeAmf(values: readonly Amf[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

function encodeValue(value: Amf): Buffer {
  if (value === null) return Buffer.from([5]);
  switch (typeof value) {
    case 'number': {
      const bytes = Buffer.alloc(9);
      bytes.writeDoubleBE(value, 1);
      return bytes;
    }
    case 'boolean':
      return Buffer.from([1, value ? 1 : 0]);
    case 'string':
      return Buffer.concat([Buffer.from([2]), encodeShortText(value)]);
    case 'undefined':
      return Buffer.from([6]);
    default: {
      if (Array.isArray(value)) {
        const head = Buffer.from([10, 0, 0, 0, 0]);
        head.writeUInt32BE(value.length, 1);
        return Buffer.concat([head, ...value.map(encodeValue)]);
      }
      const members = Object.entries(value).flatMap(([key, member]) => [encodeShortText(key), encodeValue(member)]);
      return Buffer.concat([Buffer.from([3]), ...members, Buffer.from([0, 0, OBJECT_END])]);
    }
  }
}

function encodeShortText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(bytes.length);
  return Buffer.concat([head, bytes]);
}
