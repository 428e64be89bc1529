import { among, cutsOf, type Kind, partOf, type Random, repeatedly } from './inputKind.ts';

const MOST = 8192;
const odd = ['00', 'ff', '7f', '80', 'ffff', 'ffffff', '00ffffff', '7fffffff', 'ffffffff', '00000001', '00000009'];

/** Bytes as a row has them. */
export const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const joined = (...parts: readonly Buffer[]) => Buffer.concat(parts);
const replaced = (bytes: Buffer, from: number, to: number, by: Buffer) =>
  joined(bytes.subarray(0, from), by, bytes.subarray(to));

type Change = (bytes: Buffer, random: Random) => Buffer;

const changes: readonly [Change, ...Change[]] = [
  (bytes, random) => {
    const at = random.below(bytes.length + 1);
    return replaced(bytes, at, at + 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random.below(8))]));
  },
  (bytes, random) => {
    const at = random.below(bytes.length + 1);
    return replaced(bytes, at, at + 1, Buffer.from([random.below(256)]));
  },
  (bytes, random) => {
    const at = random.below(bytes.length + 1);
    const by = hex(among(random, odd, '00'));
    return replaced(bytes, at, at + by.length * random.below(2), by);
  },
  (bytes, random) => replaced(bytes, ...partOf(random, bytes.length), Buffer.alloc(0)),
  (bytes, random) => {
    const [from, to] = partOf(random, bytes.length);
    const at = random.below(bytes.length + 1);
    return replaced(bytes, at, at, bytes.subarray(from, to));
  },
  (bytes, random) => {
    const [from, to] = partOf(random, bytes.length);
    const times = Array.from({ length: 2 + random.below(8) }, () => bytes.subarray(from, to));
    return replaced(bytes, from, to, joined(...times));
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
];

const LONG = 1500;
const shown = (bytes: Buffer) =>
  bytes.length <= LONG
    ? `hex('${bytes.toString('hex')}')`
    : `hex('${bytes.subarray(0, LONG).toString('hex')}…') /* ${bytes.length} bytes */`;

export const bytes: Kind<Buffer> = {
  mutate: (value, random) => repeatedly(value, random, (each) => random.pick(changes)(each, random)).subarray(0, MOST),
  grow(value, random, size) {
    const [from, to] = partOf(random, value.length);
    const part = to > from ? value.subarray(from, to) : Buffer.from([random.below(256)]);
    const times = Array.from({ length: Math.ceil(size / part.length) }, () => part);
    return Buffer.concat([
      value.subarray(0, from),
      ...times,
      value.subarray(random.below(2) === 0 ? to : value.length),
    ]);
  },
  *smaller(value) {
    for (const [from, to] of cutsOf(value.length)) yield replaced(value, from, to, Buffer.alloc(0));
    for (let at = 0; at < Math.min(value.length, 200); at += 1) {
      if (value[at] !== 0) yield replaced(value, at, at + 1, Buffer.from([0]));
    }
  },
  size: (value) => value.length,
  show: shown,
};
