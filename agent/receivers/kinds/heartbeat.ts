import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

/** An external monitor that raises the alarm when calls stop: healthchecks.io, Uptime Kuma, Gatus. */
export const heartbeat = defineReceiver({
  id: 'heartbeat',
  name: msg('Heartbeat'),
  everySeconds: 60,
  schema: z.object({ address: webAddressField({ label: msg('Address'), isSecret: true }) }),
  order: ({ address }) => ({ type: 'http', method: 'GET', url: address, headers: {}, body: null }),
});
