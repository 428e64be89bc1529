import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { bySeverity } from '../alarmMessage.ts';
import { plainWords, textAndLink } from '../plainText.ts';
import { jsonOrder, optionalLineField, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

export const apprise = defineReceiver({
  id: 'apprise',
  name: 'Apprise API',
  // No receivers are stored under this key.
  emptyAnswers: [204],
  schema: z.object({
    address: webAddressField({
      ...{ label: msg('Notify URL'), isSecret: true, path: /\/notify\/[\w-]+\/?$/ },
      help: msg('Enter the URL with its key, such as http://apprise.local:8000/notify/mykey'),
    }),
    tag: optionalLineField({
      ...{ label: msg('Tags'), isSecret: false, form: /^[\w,-]{1,200}$/ },
      help: msg('Enter tags with commas between them and no spaces, or leave it empty'),
    }),
  }),
  order: ({ address, tag }, message) =>
    jsonOrder(address, {
      title: plainWords(message).title,
      body: textAndLink(message, { most: 5000 }),
      type: message.kind === 'resolved' ? 'success' : bySeverity(message, TYPES),
      format: 'text',
      ...(tag === '' ? {} : { tag }),
    }),
});

const TYPES = { critical: 'failure', warning: 'warning', info: 'info' };
