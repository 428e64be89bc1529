import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { plainWords } from '../plainText.ts';
import { jsonOrder, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

/** Home Assistant also responds with 200 to an unknown webhook id. */
export const homeAssistant = defineReceiver({
  id: 'home-assistant',
  name: 'Home Assistant',
  schema: z.object({
    address: webAddressField({
      ...{ label: msg('Webhook URL'), isSecret: true, path: /\/api\/webhook\/[^/]+$/ },
      help: msg('Enter the URL of a webhook trigger, such as http://homeassistant.local:8123/api/webhook/my-alarm'),
    }),
  }),
  order: ({ address }, message) =>
    jsonOrder(address, {
      ...{ id: message.id, kind: message.kind, severity: message.severity },
      ...plainWords(message),
      at: new Date(message.at).toISOString(),
    }),
});
