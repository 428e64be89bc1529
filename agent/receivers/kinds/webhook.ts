import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { plainWords } from '../plainText.ts';
import { jsonOrder, lineField, optionalLineField, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

const BASE64 = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
/** Standard Webhooks 1.0: 24 to 64 bytes in base64. */
const SECRET = {
  test: (text: string) => BASE64.test(text) && keyOf(text).length >= 24 && keyOf(text).length <= 64,
};
const help = msg(
  'Enter a secret that begins with whsec_ and continues with 32 to 88 letters, digits and signs, or generate one',
);

const signature = (secret: string, content: string) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(content)
    .digest('base64')}`;

export const webhook = defineReceiver({
  id: 'webhook',
  name: 'Webhook',
  schema: z.object({
    address: webAddressField({ label: msg('Address'), isSecret: true }),
    secret: lineField({
      ...{ label: msg('Signing secret'), isSecret: true, form: SECRET, help },
      generated: { prefix: 'whsec_', bytes: 32 },
    }),
    previousSecret: optionalLineField({
      ...{ label: msg('Previous signing secret'), isSecret: true, form: SECRET },
      help: msg(
        'Only while you change the secret: enter the one before, which begins with whsec_. Messages are then signed with both, until your receiver knows the new one',
      ),
    }),
  }),
  order({ address, secret, previousSecret }, message, sentAt) {
    const { id, kind, severity, at } = message;
    const order = jsonOrder(address, {
      type: `alarm.${kind}`,
      timestamp: new Date(at).toISOString(),
      data: { id, severity, ...plainWords(message) },
    });
    const seconds = Math.floor(sentAt / 1000);
    const signatures = [secret, previousSecret]
      .filter((secret) => secret !== '')
      .map((secret) => signature(secret, `${id}.${seconds}.${order.body}`));
    const signed = { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': signatures.join(' ') };
    return { ...order, headers: { ...order.headers, ...signed } };
  },
});
