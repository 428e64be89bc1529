import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { oneText, WORD_JOINER } from '../plainText.ts';
import { jsonOrder, lineField, underServer, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

/** core.telegram.org/bots/api#sendmessage: 4096 characters; without `parse_mode` there is no markup. */
const MAX = 4096;
/** core.telegram.org/bots/api#messageentity: mentions, hashtags, cashtags and commands are found in any text. */
const BEGINNINGS = '@#$/';

export const telegram = defineReceiver({
  id: 'telegram',
  name: 'Telegram',
  schema: z.object({
    address: webAddressField({ label: msg('Server'), isSecret: false, initial: 'https://api.telegram.org' }),
    token: lineField({
      ...{ label: msg('Bot token'), isSecret: true, form: /^\d{3,20}:[\w-]{20,100}$/ },
      help: msg('Enter the token that @BotFather gave you, such as 123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11'),
    }),
    chat: lineField({
      ...{ label: msg('Chat'), isSecret: false, form: /^(?:-?\d{1,20}|@\w{4,64})$/ },
      help: msg('Enter the number of a chat, or the name of a channel such as @mychannel'),
    }),
  }),
  order: ({ address, token, chat }, message) =>
    jsonOrder(underServer(address, `bot${token}/sendMessage`), {
      chat_id: chat,
      text: oneText(message, {
        most: MAX,
        escapeSign: (char) => (BEGINNINGS.includes(char) ? char + WORD_JOINER : char),
      }),
      link_preview_options: { is_disabled: true },
    }),
});
