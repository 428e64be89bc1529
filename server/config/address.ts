const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'ports below 1024 need more rights',
  EADDRNOTAVAIL: 'this machine has no such address',
};

export function describeListenError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return reasons[String(Reflect.get(error, 'code'))] ?? error.message;
}

export interface Address {
  /** Empty for all addresses of the machine. */
  readonly host: string;
  readonly port: number;
}

/** `:8080`, `127.0.0.1:8080` or `[::1]:8080`. Throws with the wording of the real core. */
export function parseAddress(text: string): Address {
  const found = /^(?:\[([^\]]*)\]|([^:[\]]*)):([^:]*)$/.exec(text);
  if (found === null) {
    const colons = text.split(':').length - 1;
    throw new Error(
      `address ${text}: ${colons > 1 && !text.includes(']:') ? 'too many colons' : 'missing port'} in address`,
    );
  }
  const [, six = '', four = '', port = ''] = found;
  if (!/^\d+$/.test(port)) throw new Error('the port must be numerical');
  return { host: six || four, port: Number(port) };
}

export const joinHostAndPort = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

export function toReachableHost(host: string): string {
  return ['', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
}
