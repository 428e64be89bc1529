import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { oneText, plainWords } from '../plainText.ts';
import { jsonOrder, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** docs.slack.dev, "Formatting message text": these three start links and mentions. */
const escapeSign = (char: string) => ENTITIES[char] ?? char;
/** docs.slack.dev, section block: 3000 characters. */
const MAX = 3000;

export const slack = defineReceiver({
  id: 'slack',
  name: 'Slack',
  schema: z.object({
    address: webAddressField({
      ...{ label: msg('Webhook URL'), isSecret: true, path: /^\/services\/[\w/-]+$/ },
      help: msg('Enter the URL of an incoming webhook, such as https://hooks.slack.com/services/T0/B0/abc'),
    }),
  }),
  order({ address }, message) {
    const { link } = plainWords(message);
    const text = (type: 'plain_text' | 'mrkdwn', content: string) => ({
      type: 'section',
      text: { type, text: content, ...(type === 'plain_text' ? { emoji: false } : {}) },
    });
    return jsonOrder(address, {
      // For notifications, which show no blocks.
      text: oneText({ ...message, link: null }, { most: MAX, escapeSign }),
      mrkdwn: false,
      blocks: [
        text('plain_text', oneText({ ...message, link: null }, { most: MAX })),
        ...(link === null ? [] : [text('mrkdwn', `<${link.replaceAll('&', '&amp;')}>`)]),
      ],
      ...{ unfurl_links: false, unfurl_media: false },
    });
  },
});
