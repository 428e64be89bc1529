const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'ports below 1024 need more rights',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** Why a server cannot listen, for who has to change something. */
export function listenError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return reasons[String(Reflect.get(error, 'code'))] ?? error.message;
}
