import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { escapeMarkdown, oneText, WORD_JOINER } from '../plainText.ts';
import { jsonOrder, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

/** Posts may have 16383 characters; on older servers, 4000. */
const MAX = 4000;

export const mattermost = defineReceiver({
  id: 'mattermost',
  name: 'Mattermost',
  schema: z.object({
    address: webAddressField({
      ...{ label: msg('Webhook URL'), isSecret: true, path: /\/hooks\/\w+$/ },
      help: msg('Enter the URL of an incoming webhook, such as https://chat.example.org/hooks/abc'),
    }),
  }),
  order: ({ address }, message) =>
    // The server finds mentions before it reads escapes, so an invisible character separates @ and name.
    jsonOrder(address, {
      text: oneText(message, {
        most: MAX,
        escapeSign: (char) => (char === '@' ? `@${WORD_JOINER}` : escapeMarkdown(char)),
      }),
    }),
});
