import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { bySeverity } from '../alarmMessage.ts';
import { characterCount, plainWords, textAndLink } from '../plainText.ts';
import { jsonOrder, lineField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

const KEY = /^[A-Za-z0-9]{30}$/;
/** pushover.net/api: maximum characters of a message and of a URL. */
const MAX = 1024;
const MAX_LINK = 512;

export const pushover = defineReceiver({
  id: 'pushover',
  name: 'Pushover',
  schema: z.object({
    token: lineField({
      ...{ label: msg('API token'), isSecret: true, form: KEY },
      help: msg('Enter the API token of an application: 30 letters and digits'),
    }),
    user: lineField({
      ...{ label: msg('User or group key'), isSecret: true, form: KEY },
      help: msg('Enter the key of a user or a group: 30 letters and digits'),
    }),
  }),
  order({ token, user }, message) {
    const { title, link } = plainWords(message);
    return jsonOrder('https://api.pushover.net/1/messages.json', {
      ...{ token, user, title, timestamp: Math.floor(message.at / 1000) },
      message: textAndLink({ ...message, link: null }, { most: MAX, sizeOf: characterCount }),
      priority: bySeverity(message, { critical: 1, warning: 0, info: -1 }),
      ...(link === null || link.length > MAX_LINK ? {} : { url: link }),
    });
  },
});
