import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { bySeverity } from '../alarmMessage.ts';
import { byteLength, plainWords, textAndLink } from '../plainText.ts';
import { jsonOrder, lineField, optionalLineField, underServer, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

/** docs.ntfy.sh/publish: a message above 4096 bytes becomes a file. */
const MAX_BYTES = 4096;

export const ntfy = defineReceiver({
  id: 'ntfy',
  name: 'ntfy',
  schema: z.object({
    address: webAddressField({ label: msg('Server'), isSecret: false, initial: 'https://ntfy.sh' }),
    /** Secret: on a public server, anybody who knows the topic can read it. */
    topic: lineField({
      ...{ label: msg('Topic'), isSecret: true, form: /^[\w-]{1,64}$/ },
      help: msg('Enter a topic of letters, digits, hyphens and underscores, 64 at most'),
    }),
    token: optionalLineField({
      ...{ label: msg('Access token'), isSecret: true, form: /^tk_\w+$/ },
      help: msg('Enter an access token that begins with tk_, or leave it empty'),
    }),
  }),
  order({ address, topic, token }, message) {
    const { title, link } = plainWords(message);
    const sign = message.kind === 'resolved' ? 'white_check_mark' : bySeverity(message, SIGNS);
    const body = {
      ...{ topic, title, message: textAndLink({ ...message, link: null }, { most: MAX_BYTES, sizeOf: byteLength }) },
      ...{ priority: bySeverity(message, { critical: 5, warning: 4, info: 3 }), tags: [sign] },
      ...(link === null ? {} : { click: link }),
    };
    return jsonOrder(underServer(address, ''), body, token === '' ? {} : { authorization: `Bearer ${token}` });
  },
});

const SIGNS = { critical: 'rotating_light', warning: 'warning', info: 'information_source' };
