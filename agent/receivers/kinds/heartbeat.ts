import * as z from 'zod/mini';
import { webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

/** A service outside that raises the alarm when it hears nothing more: healthchecks.io, Uptime Kuma, Gatus. */
export const heartbeat = defineReceiver({
  id: 'heartbeat',
  name: 'Heartbeat',
  everySeconds: 60,
  schema: z.object({ address: webAddressField({ label: 'Address', isSecret: true }) }),
  order: ({ address }) => ({ type: 'http', method: 'GET', url: address, headers: {}, body: null }),
});
