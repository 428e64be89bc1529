import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { escapeMarkdown, oneText } from '../plainText.ts';
import { jsonOrder, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

/** discord.com/developers/docs/resources/webhook: 2000 characters, escapes included. */
const MAX = 2000;
const SUPPRESS_EMBEDS = 4;

export const discord = defineReceiver({
  id: 'discord',
  name: 'Discord',
  schema: z.object({
    address: webAddressField({
      ...{ label: msg('Webhook URL'), isSecret: true, path: /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/ },
      help: msg('Enter the URL of a webhook, such as https://discord.com/api/webhooks/123/abc'),
    }),
  }),
  order: ({ address }, message) =>
    jsonOrder(address, {
      content: oneText(message, { most: MAX, escapeSign: escapeMarkdown }),
      allowed_mentions: { parse: [] },
      flags: SUPPRESS_EMBEDS,
    }),
});
