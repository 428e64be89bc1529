import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { getSystemErrorName } from 'node:util';
import type { Address } from '../config/address.ts';

/** libsrt is installed with ffmpeg. The constants are those of `srt.h`, unchanged since 1.4. */
const NAMES = ['libsrt-gnutls.so.1.5', 'libsrt-openssl.so.1.5', 'libsrt.so.1.5'];
const TRIPLETS: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
  arm: 'arm-linux-gnueabihf',
};
const FOLDERS = [`/usr/lib/${TRIPLETS[process.arch] ?? ''}`, '/usr/local/lib', '/usr/lib64', '/usr/lib', '/lib'];

/** Returns the path of libsrt without opening it; null if missing. */
export const findLibsrt = (): string | null =>
  FOLDERS.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(existsSync) ?? null;

/** Whether `openLibsrt` can work: the program's packages may lack koffi. */
export function isSrtInstalled(program: string): boolean {
  try {
    createRequire(program).resolve('koffi');
    return findLibsrt() !== null;
  } catch {
    return false;
  }
}

const OPTION = { waitToSend: 1, waitToReceive: 2, sendBuffer: 5, reuseAddress: 15, passphrase: 26, ipv6Only: 54 };
const READABLE = 1;
const ERROR = 8;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCKADDR_BYTES = 28;
/** Longest message in live mode. */
const MESSAGE_BYTES = 1456;
/** Per player. In live mode, late packets are dropped long before it is full. */
const SEND_BUFFER_BYTES = 4 * 1024 * 1024;
const READY_AT_ONCE = 256;
const BACKLOG = 128;
/** At a more verbose level, each rejection and each poll logs a line. */
const LOG_CRITICAL = 2;

/** Rejection reasons for callers: 1000 plus an HTTP status (`access_control.h`). */
export const rejection = {
  badRequest: 1400,
  unauthorized: 1401,
  overload: 1402,
  forbidden: 1403,
  notFound: 1404,
  badMode: 1405,
  conflict: 1409,
};

export interface Caller {
  readonly socket: number;
  readonly streamId: string;
  readonly address: string;
  readonly port: number;
}

export type SrtStatistics = Readonly<Record<string, number>>;

/** Calls libsrt synchronously. Only `ready` blocks. */
export interface Libsrt {
  /**
   * `decide` runs before a connection exists: null admits, a number rejects. Throws with the system's `code`. @returns
   * the port in use
   */
  listen(address: Address, passphrase: string, decide: (caller: Caller) => number | null): number;
  /** Returns sockets that are readable, acceptable or closed. @param ms longest wait for the first of them */
  ready(ms: number): number[];
  accept(): number | null;
  isListener(socket: number): boolean;
  /** Returns the next message, valid until the next call; null if there is none; 'over' after the end. */
  receive(socket: number): Buffer | null | 'over';
  /** Returns false for a dropped message: buffer full or connection closed. */
  send(socket: number, message: Buffer): boolean;
  statistics(socket: number): SrtStatistics;
  close(socket: number): void;
  stop(): void;
}

/** Fields of `CBytePerfMon` in order, by the core API's names; '' is not in the API. */
const STATISTICS: readonly (readonly [type: 'int' | 'int64_t' | 'uint64_t' | 'double', ...names: string[]])[] = [
  ['int64_t', 'timestamp_ms', 'sent_pkt', 'recv_pkt'],
  ['int', 'send_loss_pkt', 'recv_loss_pkt', 'sent_retrans_pkt'],
  ['int', 'sent_ack_pkt', 'recv_ack_pkt', 'sent_nak_pkt', 'recv_nak_pkt'],
  ['int64_t', 'send_duration_us'],
  ['int', 'send_drop_pkt', 'recv_drop_pkt', 'recv_undecrypt_pkt'],
  ['uint64_t', 'sent_bytes', 'recv_bytes', 'recv_loss_bytes', 'sent_retrans_bytes', 'send_drop_bytes'],
  ['uint64_t', 'recv_drop_bytes', 'recv_undecrypt_bytes'],
  // Since the last call; the API has only totals.
  ['int64_t', '', ''],
  ['int', '', '', '', 'recv_retran_pkts', '', '', '', ''],
  ['double', '', ''],
  ['int64_t', ''],
  ['int', ''],
  ['double', 'pkt_recv_avg_belated_time_ms'],
  ['int64_t', ''],
  ['int', '', '', ''],
  ['uint64_t', '', '', '', '', '', '', ''],
  ['double', 'pkt_send_period_us'],
  ['int', 'flow_window_pkt', '', 'flight_size_pkt'],
  ['double', 'rtt_ms', 'bandwidth_mbit'],
  ['int', 'avail_send_buf_bytes', 'avail_recv_buf_bytes'],
  ['double', 'max_bandwidth_mbit'],
  ['int', 'mss_bytes', 'send_buf_pkt', 'send_buf_bytes', 'send_buf_ms', 'send_tsbpd_delay_ms'],
  ['int', 'recv_buf_pkt', 'recv_buf_bytes', 'recv_buf_ms', 'recv_tsbpd_delay_ms'],
  ['int', '', '', '', '', '', '', '', '', 'reorder_tolerance_pkt'],
  ['int64_t', 'sent_unique_pkt', 'recv_unique_pkt'],
  ['uint64_t', 'sent_unique_bytes', 'recv_unique_bytes'],
  ['int64_t', '', ''],
  ['uint64_t', '', ''],
];
const READ = {
  int: { bytes: 4, at: (from: Buffer, offset: number) => from.readInt32LE(offset) },
  int64_t: { bytes: 8, at: (from: Buffer, offset: number) => Number(from.readBigInt64LE(offset)) },
  uint64_t: { bytes: 8, at: (from: Buffer, offset: number) => Number(from.readBigUInt64LE(offset)) },
  double: { bytes: 8, at: (from: Buffer, offset: number) => from.readDoubleLE(offset) },
};
const STATISTICS_BYTES = 1024;

function readStatistics(from: Buffer): SrtStatistics {
  const read: Record<string, number> = {};
  let offset = 0;
  for (const [type, ...names] of STATISTICS) {
    const { bytes, at } = READ[type];
    for (const name of names) {
      offset = Math.ceil(offset / bytes) * bytes;
      if (name !== '') read[name] = at(from, offset);
      offset += bytes;
    }
  }
  return read;
}

export async function openLibsrt(file: string): Promise<Libsrt> {
  // Imported here, because only this process may depend on the package's native parts.
  const { default: koffi } = await import('koffi');
  const library = koffi.load(file);
  const hook = koffi.proto('int Hook(void *, int socket, int version, const void *peer, const char *streamId)');
  const srt = {
    startup: library.func('int srt_startup()'),
    cleanup: library.func('int srt_cleanup()'),
    setLogLevel: library.func('void srt_setloglevel(int level)'),
    createSocket: library.func('int srt_create_socket()'),
    bind: library.func('int srt_bind(int socket, const void *address, int bytes)'),
    listen: library.func('int srt_listen(int socket, int backlog)'),
    listenCallback: library.func('int srt_listen_callback(int socket, Hook *hook, void *)'),
    getSocketName: library.func('int srt_getsockname(int socket, _Out_ void *address, _Inout_ int *bytes)'),
    accept: library.func('int srt_accept(int socket, void *, void *)'),
    setFlag: library.func('int srt_setsockflag(int socket, int option, const void *value, int bytes)'),
    setRejectReason: library.func('int srt_setrejectreason(int socket, int reason)'),
    lastErrorText: library.func('const char *srt_getlasterror_str()'),
    lastError: library.func('int srt_getlasterror(_Out_ int *errno)'),
    createEpoll: library.func('int srt_epoll_create()'),
    watch: library.func('int srt_epoll_add_usock(int epoll, int socket, const void *events)'),
    wait: library.func('int srt_epoll_uwait(int epoll, _Out_ void *ready, int most, int64_t ms)'),
    receive: library.func('int srt_recvmsg(int socket, _Out_ void *message, int bytes)'),
    send: library.func('int srt_sendmsg2(int socket, const void *message, int bytes, void *)'),
    statistics: library.func('int srt_bstats(int socket, _Out_ void *statistics, int clear)'),
    close: library.func('int srt_close(int socket)'),
    state: library.func('int srt_getsockstate(int socket)'),
  };
  const encodeNumber = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value);
    return bytes;
  };
  const must = (result: number): number => {
    if (result >= 0) return result;
    const errno = [0];
    const text = String(srt.lastErrorText());
    srt.lastError(errno);
    const code = errno[0] ? getSystemErrorName(-errno[0]) : 'unknown';
    throw Object.assign(new Error(`${text} (${code})`), { code });
  };
  const setOption = (socket: number, option: number, value: Buffer) =>
    must(srt.setFlag(socket, option, value, value.length));
  const neverWait = (socket: number) => {
    setOption(socket, OPTION.waitToSend, encodeNumber(0));
    setOption(socket, OPTION.waitToReceive, encodeNumber(0));
  };

  must(srt.startup());
  srt.setLogLevel(LOG_CRITICAL);
  const epoll = must(srt.createEpoll());
  const watched = Buffer.concat([encodeNumber(READABLE | ERROR)]);
  const events = Buffer.alloc(8 * READY_AT_ONCE);
  const message = Buffer.alloc(MESSAGE_BYTES);
  const counted = Buffer.alloc(STATISTICS_BYTES);
  let listener = -1;

  const open = (address: Address, passphrase: string): number => {
    const socket = must(srt.createSocket());
    try {
      neverWait(socket);
      // With address reuse, two servers could share a port and its callers.
      setOption(socket, OPTION.reuseAddress, encodeNumber(0));
      setOption(socket, OPTION.sendBuffer, encodeNumber(SEND_BUFFER_BYTES));
      if (passphrase !== '') setOption(socket, OPTION.passphrase, Buffer.from(passphrase));
      const bytes = encodeAddress(address);
      if (bytes.readUInt16LE(0) === AF_INET6)
        setOption(socket, OPTION.ipv6Only, encodeNumber(address.host === '::' ? 0 : 1));
      must(srt.bind(socket, bytes, bytes.length));
      return socket;
    } catch (error) {
      srt.close(socket);
      throw error;
    }
  };

  return {
    listen({ host, port }, passphrase, decide) {
      const onCall = koffi.register(
        (_: unknown, socket: number, _version: number, peer: unknown, streamId: string | null) => {
          try {
            const caller = { socket, streamId: streamId ?? '', ...decodeAddress(peerBytes(peer)) };
            const reason = decide(caller);
            if (reason === null) return 0;
            srt.setRejectReason(socket, reason);
          } catch {
            // On an error the caller is rejected.
          }
          return -1;
        },
        koffi.pointer(hook),
      );
      const peerBytes = (peer: unknown) => Buffer.from(koffi.decode(peer, 'uint8_t', SOCKADDR_BYTES));
      // IPv6 and IPv4, if available.
      const open4 = () => open({ host: host === '' ? '0.0.0.0' : host, port }, passphrase);
      listener = host === '' ? tryBoth(() => open({ host: '::', port }, passphrase), open4) : open4();
      must(srt.listenCallback(listener, onCall, null));
      must(srt.listen(listener, BACKLOG));
      must(srt.watch(epoll, listener, watched));
      const name = Buffer.alloc(SOCKADDR_BYTES);
      must(srt.getSocketName(listener, name, [name.length]));
      return decodeAddress(name).port;
    },
    ready(ms) {
      const count = srt.wait(epoll, events, READY_AT_ONCE, ms);
      return Array.from({ length: Math.max(0, count) }, (_, i) => events.readInt32LE(8 * i));
    },
    isListener: (socket) => socket === listener,
    accept() {
      const socket: number = srt.accept(listener, null, null);
      if (socket < 0) return null;
      neverWait(socket);
      must(srt.watch(epoll, socket, watched));
      return socket;
    },
    receive(socket) {
      const bytes: number = srt.receive(socket, message, message.length);
      if (bytes > 0) return message.subarray(0, bytes);
      return srt.state(socket) === CONNECTED ? null : 'over';
    },
    send: (socket, bytes) => srt.send(socket, bytes, bytes.length, null) > 0,
    statistics(socket) {
      counted.fill(0);
      srt.statistics(socket, counted, 0);
      return readStatistics(counted);
    },
    close: (socket) => void srt.close(socket),
    stop() {
      if (listener >= 0) srt.close(listener);
      srt.cleanup();
    },
  };
}

const CONNECTED = 5;

function tryBoth<T>(first: () => T, second: () => T): T {
  try {
    return first();
  } catch {
    return second();
  }
}

/** `sockaddr_in` or `sockaddr_in6`. @param host an IP address */
export function encodeAddress({ host, port }: Address): Buffer {
  const bytes = Buffer.alloc(isIPv6(host) ? SOCKADDR_BYTES : 16);
  bytes.writeUInt16LE(isIPv6(host) ? AF_INET6 : AF_INET, 0);
  bytes.writeUInt16BE(port, 2);
  if (!isIPv6(host)) bytes.set(host.split('.').map(Number), 4);
  else bytes.set(ipv6Bytes(host), 8);
  return bytes;
}

function ipv6Bytes(host: string): Uint8Array {
  const [front = '', back] = host.split('::');
  const groupsIn = (text = '') => text.split(':').filter((group) => group !== '');
  const [left, right] = [groupsIn(front), groupsIn(back)];
  const zeros = back === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return Uint8Array.from(
    [...left, ...zeros, ...right].flatMap((group) => {
      const value = Number.parseInt(group, 16);
      return [value >> 8, value & 255];
    }),
  );
}

/** IPv4-mapped addresses become IPv4, as in the log. */
export function decodeAddress(bytes: Buffer): { address: string; port: number } {
  const port = bytes.readUInt16BE(2);
  if (bytes.readUInt16LE(0) === AF_INET) return { address: [...bytes.subarray(4, 8)].join('.'), port };
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(8 + 2 * i));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return { address: [...bytes.subarray(20, 24)].join('.'), port };
  return { address: groups.map((group) => group.toString(16)).join(':'), port };
}
