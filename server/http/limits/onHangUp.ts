import type { Socket } from 'node:net';

const listeners = new WeakMap<Socket, Set<() => void>>();

/** Calls once when the connection ends; answers how to be called no more. Any number may wait for the same one. */
export function onHangUp(socket: Socket, call: () => void): () => void {
  if (socket.destroyed) {
    call();
    return () => undefined;
  }
  const found = listeners.get(socket);
  const all = found ?? new Set();
  if (found === undefined) {
    listeners.set(socket, all);
    socket.once('close', () => {
      for (const each of [...all]) each();
    });
  }
  all.add(call);
  return () => all.delete(call);
}
