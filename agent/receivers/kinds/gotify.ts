import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { bySeverity } from '../alarmMessage.ts';
import { plainWords, textAndLink } from '../plainText.ts';
import { jsonOrder, lineField, underServer, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

export const gotify = defineReceiver({
  id: 'gotify',
  name: 'Gotify',
  schema: z.object({
    address: webAddressField({ label: msg('Server'), isSecret: false }),
    token: lineField({
      ...{ label: msg('Application token'), isSecret: true, form: /^[\w.-]{10,100}$/ },
      help: msg('Enter the token of an application, such as A1b2C3d4E5f6G7h'),
    }),
  }),
  order({ address, token }, message) {
    const { title, link } = plainWords(message);
    const body = {
      ...{ title, message: textAndLink({ ...message, link: null }, { most: 5000 }) },
      priority: bySeverity(message, { critical: 9, warning: 6, info: 3 }),
      extras: {
        'client::display': { contentType: 'text/plain' },
        ...(link === null ? {} : { 'client::notification': { click: { url: link } } }),
      },
    };
    return jsonOrder(underServer(address, 'message'), body, { 'x-gotify-key': token });
  },
});
