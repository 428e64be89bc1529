/** A program of a transport stream, or a variant of a master playlist. `name`: '' without a service name. */
export interface Program {
  id: number;
  name: string;
}

/** Properties that a probe lacks; absent if unknown. */
export interface StreamTraits {
  profile?: string | undefined;
  field_order?: 'progressive' | 'interlaced' | undefined;
  /** By the transfer function. */
  hdr?: 'HLG' | 'PQ' | undefined;
  /** Degrees clockwise. */
  rotation?: number | undefined;
  /** Output rate of ffmpeg; above `fps` if the frame rate varies. */
  tbr?: number | undefined;
  disposition?: string[] | undefined;
  /** PID in a transport stream, or track of a file. */
  id?: number | undefined;
  programs?: Program[] | undefined;
  variant_kbps?: number | undefined;
  tag?: string | undefined;
  title?: string | undefined;
}

export interface DumpedStream extends StreamTraits {
  index: number;
  stream: number;
  language: string;
}

const PREFIX = String.raw`^(?:\[[a-z]+\] )?\s*`; // -loglevel level+...
const PROGRAM = new RegExp(String.raw`${PREFIX}Program (\d{1,9})(?: (.*\S))?\s*$`);
const NO_PROGRAM = new RegExp(`${PREFIX}No Program`);
const OUTPUT = new RegExp(`${PREFIX}Output #`);
const STREAM = new RegExp(
  String.raw`${PREFIX}Stream #(\d{1,9}):(\d{1,9})(?:\[0x([0-9a-f]{1,8})\])?(?:\(([^)]*)\))?(?:\[[^\]]*\])?: (\w+): (.+)$`,
);
const ENTRY = new RegExp(String.raw`${PREFIX}(\w+)\s*: (.*)$`);
const ROTATION = /displaymatrix: rotation of (-?\d+(?:\.\d+)?) degrees/;

const LONGEST_NAME = 100;

/** From libavformat, at the end of a line. */
const DISPOSITIONS: readonly string[] = [
  ...['default', 'dub', 'original', 'comment', 'lyrics', 'karaoke', 'forced', 'hearing impaired', 'visual impaired'],
  ...['clean effects', 'attached pic', 'timed thumbnails', 'captions', 'descriptions', 'metadata', 'dependent'],
  ...['still image', 'non-diegetic'],
];

/** ffmpeg repeats a stream for each of its programs; the result has it once. */
export function parseStreamDump(log: readonly string[]): DumpedStream[] {
  const found = new Map<string, DumpedStream>();
  let program: Program | null = null;
  let stream: DumpedStream | null = null;
  for (const line of log) {
    if (OUTPUT.test(line)) break;
    const [, programId, label = ''] = PROGRAM.exec(line) ?? [];
    if (programId !== undefined || NO_PROGRAM.test(line) || line.startsWith('Input #')) {
      program = programId === undefined ? null : { id: Number(programId), name: nameIn(label) };
      stream = null;
      continue;
    }
    const header = streamIn(line);
    if (header) {
      const key = `${header.index}:${header.stream}`;
      stream = found.get(key) ?? header;
      found.set(key, stream);
      if (program) {
        stream.programs ??= [];
        stream.programs.push(program);
      }
      continue;
    }
    const [, key, value = ''] = ENTRY.exec(line) ?? [];
    if (key === undefined) continue;
    if (stream) addEntry(stream, key, value, line);
    else if (program && key === 'service_name') program.name = nameIn(value);
  }
  return [...found.values()];
}

const nameIn = (value: string) => value.trim().slice(0, LONGEST_NAME);

function addEntry(stream: DumpedStream, key: string, value: string, line: string) {
  if (key === 'variant_bitrate' && /^\d{1,15}$/.test(value)) stream.variant_kbps = Math.round(Number(value) / 1000);
  if (key === 'title' || (key === 'comment' && stream.title === undefined)) stream.title = nameIn(value);
  const [, counterclockwise] = ROTATION.exec(line) ?? [];
  const rotation = (720 - Math.round(Number(counterclockwise ?? 0))) % 360;
  if (rotation !== 0) stream.rotation = rotation;
}

function streamIn(line: string): DumpedStream | null {
  const [, index, stream, id, language = 'und', type = '', description = ''] = STREAM.exec(line) ?? [];
  if (index === undefined) return null;
  const [coding = '', ...parts] = splitOutsideBrackets(description);
  const profile = bracketsIn(coding).findLast((text) => !text.includes(' / ') && /^[A-Z0-9]|^xHE/.test(text));
  const [order] = bracketsIn(parts[0] ?? '').flatMap(
    (text) => /progressive|(?:top|bottom)(?: coded)? first/.exec(text) ?? [],
  );
  const [curve] = bracketsIn(parts[0] ?? '').flatMap((text) => /smpte2084|arib-std-b67/.exec(text) ?? []);
  const tag = type === 'Data' ? /\((\w{4}) \/ 0x/.exec(coding)?.[1] : undefined;
  const tbr = figureOf(parts, 'tbr');
  const named = bracketsIn(parts.at(-1) ?? '');
  const disposition = named.filter((name) => DISPOSITIONS.includes(name));
  return {
    ...{ index: Number(index), stream: Number(stream), language },
    ...(id === undefined ? {} : { id: Number.parseInt(id, 16) }),
    ...(profile === undefined ? {} : { profile }),
    ...(order === undefined ? {} : { field_order: order === 'progressive' ? order : 'interlaced' }),
    ...(curve === undefined ? {} : { hdr: curve === 'smpte2084' ? 'PQ' : 'HLG' }),
    ...(tag === undefined ? {} : { tag }),
    ...(tbr > 0 ? { tbr } : {}),
    ...(disposition.length > 0 ? { disposition } : {}),
  };
}

function figureOf(parts: readonly string[], unit: string): number {
  for (const part of parts) {
    const [, figure, thousands] = new RegExp(String.raw`^(\d{1,9}(?:\.\d+)?)(k?) ${unit}\b`).exec(part) ?? [];
    if (figure !== undefined) return Number(figure) * (thousands ? 1000 : 1);
  }
  return 0;
}

/** Contents of the outer brackets: `High`, `avc1 / 0x31637661`. */
function bracketsIn(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let begins = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') {
      depth += 1;
      if (depth === 1) begins = at + 1;
    } else if (text[at] === ')' && depth > 0) {
      depth -= 1;
      if (depth === 0) found.push(text.slice(begins, at));
    }
  }
  return found;
}

/** Splits at commas outside brackets: `h264 (Main), yuv420p(tv, bt709), 1280x720 [SAR 1:1 DAR 16:9]`. */
function splitOutsideBrackets(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (sign === ',' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}
