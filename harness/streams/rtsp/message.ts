/** An RTSP request, or an interleaved packet of RTP or RTCP (RFC 2326 section 10.12). */
export type Message =
  | { kind: 'request'; method: string; url: string; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'packet'; channel: number; bytes: Buffer };

const DOLLAR = 0x24;
const HEAD_END = '\r\n\r\n';

/** Returns the first complete message and the remaining bytes; null if incomplete. */
export function nextMessage(arrived: Buffer): { message: Message; rest: Buffer } | null {
  if (arrived[0] === DOLLAR) {
    if (arrived.length < 4) return null;
    const length = 4 + arrived.readUInt16BE(2);
    if (arrived.length < length) return null;
    const message = { kind: 'packet', channel: arrived.readUInt8(1), bytes: arrived.subarray(0, length) } as const;
    return { message, rest: arrived.subarray(length) };
  }
  const headEnd = arrived.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const [first = '', ...lines] = arrived.toString('utf8', 0, headEnd).split('\r\n');
  const [method = '', url = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const bodyAt = headEnd + HEAD_END.length;
  const length = bodyAt + Number(headers['content-length'] ?? 0);
  if (arrived.length < length) return null;
  const message = { kind: 'request', method, url, headers, body: arrived.toString('utf8', bodyAt, length) } as const;
  return { message, rest: arrived.subarray(length) };
}
