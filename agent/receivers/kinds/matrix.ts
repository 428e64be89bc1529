import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { oneText } from '../plainText.ts';
import { jsonOrder, lineField, underServer, webAddressField } from '../receiverFields.ts';
import { defineReceiver } from '../receiverKind.ts';

export const matrix = defineReceiver({
  id: 'matrix',
  name: 'Matrix',
  schema: z.object({
    address: webAddressField({ label: msg('Homeserver'), isSecret: false, initial: 'https://matrix.org' }),
    room: lineField({
      ...{ label: msg('Room ID'), isSecret: false, form: /^![^/?#]{1,254}$/ },
      help: msg('Enter the ID of a room, which begins with an exclamation mark: it is in the settings of the room'),
    }),
    token: lineField({
      ...{ label: msg('Access token'), isSecret: true, form: /^[\w.=~+/-]{8,1000}$/ },
      help: msg('Enter the access token of an account that is in the room'),
    }),
  }),
  // The message id is the transaction id, so a retry creates no second event.
  order: ({ address, room, token }, message) =>
    jsonOrder(
      underServer(
        address,
        `_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`,
      ),
      { msgtype: 'm.text', body: oneText(message, { most: 5000 }), 'm.mentions': {} },
      { authorization: `Bearer ${token}` },
      'PUT',
    ),
});
