import * as z from 'zod';
import { describeListenError } from '../config/address.ts';
import { findLibsrt, openLibsrt } from './libsrt.ts';
import { createRelay, type RelayEvent, type SrtChannels } from './relay.ts';

const wholeNumber = z.int().min(0);
export const Order = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('listen'),
    address: z.object({ host: z.string(), port: wholeNumber }),
    passphrase: z.string(),
    rules: z.object({
      token: z.string(),
      publishers: wholeNumber,
      players: wholeNumber,
      channelPlayers: wholeNumber,
      nameLength: wholeNumber,
      bytes: wholeNumber,
    }),
  }),
  z.object({ type: z.literal('list'), request: wholeNumber }),
]);
export type Order = z.infer<typeof Order>;

export type Notice =
  | { type: 'listening'; port: number }
  | { type: 'failed'; reason: string }
  | { type: 'channels'; request: number; channels: SrtChannels }
  | RelayEvent;

const TURN_MS = 10;
const COUNT_EVERY_MS = 1_000;

/** A separate process, so that a crash of libsrt ends SRT connections only. Exits with the core. */
export async function runRelay(): Promise<void> {
  const notify = (notice: Notice) => process.send?.(notice);
  // A regular exit would wait for libsrt's threads.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The core stops its relay after the ffmpegs that use it.
  process.on('SIGTERM', () => undefined);
  process.on('SIGINT', () => undefined);

  const file = findLibsrt();
  if (file === null) return void notify({ type: 'failed', reason: 'libsrt is not installed' });
  const srt = await openLibsrt(file).catch((error: unknown) => String(error));
  if (typeof srt === 'string') return void notify({ type: 'failed', reason: srt });

  process.on('message', (message) => {
    const order = Order.parse(message);
    if (order.type === 'listen') listen(order);
    else if (relay !== null) notify({ type: 'channels', request: order.request, channels: relay.channels() });
  });
  let relay: ReturnType<typeof createRelay> | null = null;
  let isTurning = false;

  const listen = ({ address, passphrase, rules }: Extract<Order, { type: 'listen' }>) => {
    try {
      const opened = createRelay(srt, rules, { report: notify, now: () => performance.now() });
      const port = srt.listen(address, passphrase, (caller) => {
        const reason = opened.decide(caller);
        if (reason === null) wake();
        return reason;
      });
      relay = opened;
      setInterval(opened.count, COUNT_EVERY_MS);
      notify({ type: 'listening', port });
    } catch (error) {
      notify({ type: 'failed', reason: describeListenError(error) });
    }
  };
  /** The loop runs only while there are connections. */
  const wake = () => {
    if (isTurning) return;
    isTurning = true;
    setImmediate(turn);
  };
  const turn = () => {
    relay?.turn(TURN_MS);
    isTurning = relay?.isBusy() ?? false;
    if (isTurning) setImmediate(turn);
  };
}
