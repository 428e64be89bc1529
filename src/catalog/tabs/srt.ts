import { msg } from '../../i18n/msg.ts';
import { grouped, port, type Settings, secret, toggle } from '../fields.ts';
import { isOn } from '../settings.ts';
import type { Tab } from './define.ts';

const whileOff = (settings: Settings) =>
  isOn(settings, 'srt.enable') ? null : { text: msg('Switch on the server first.') };

export const srt: Tab = {
  id: 'srt',
  title: msg('SRT'),
  shown: 'always',
  // Cores up to 16.8 have none.
  has: ({ srt: stored }) => stored !== undefined,
  owns: ['srt'],
  fields: {
    ...grouped(msg('Server'), {
      'srt.enable': toggle({
        label: msg('SRT server'),
        help: msg('Receives streams over unreliable networks.'),
      }),
      'srt.address': port({ label: msg('SRT port'), help: msg('This is a UDP port.'), disabled: whileOff }),
    }),
    ...grouped(msg('Access'), {
      'srt.token': secret({
        label: msg('Token'),
        help: msg('Must be part of the stream URL to publish or play. Leave empty to allow everyone.'),
        copy: true,
        disabled: whileOff,
      }),
      'srt.passphrase': secret({
        label: msg('Passphrase'),
        help: msg('Encrypts the streams, 10 to 79 characters. Leave empty for no encryption.'),
        ...{ copy: true, min: 10, max: 79 },
        disabled: whileOff,
      }),
    }),
  },
};
