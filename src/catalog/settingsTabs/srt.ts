import { msg } from '../../i18n/msg.ts';
import { port, type Settings, secret, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn } from '../form/fieldValues.ts';
import { addressSigns } from './addressSigns.ts';
import { type SettingsTab, type TabFields, withConfig } from './settingsTabTypes.ts';

const whileOff = (settings: Settings) =>
  isSwitchedOn(settings, 'srt.enable') ? null : { text: msg('Switch on the server first.') };

const ofServer = <F extends TabFields[string]>(field: F) => withConfig(field, { unless: 'no-srt-server' });

export const srtTab: SettingsTab = {
  id: 'srt',
  title: msg('SRT'),
  shown: 'always',
  // Missing up to core 16.8.
  has: ({ srt: stored }) => stored !== undefined,
  owns: ['srt'],
  fields: {
    ...withGroup(msg('Server'), {
      'srt.enable': ofServer(
        toggle({
          label: msg('SRT server'),
          help: msg('Receives streams over unreliable networks.'),
        }),
      ),
      'srt.address': ofServer(port({ label: msg('SRT port'), help: msg('This is a UDP port.'), disabled: whileOff })),
    }),
    ...withGroup(msg('Access'), {
      'srt.token': ofServer(
        secret({
          label: msg('Token'),
          help: msg('Must be part of the stream URL to publish or play. Leave empty to allow everyone.'),
          copy: true,
          draws: true,
          disabled: whileOff,
          fault: addressSigns('srt.token'),
        }),
      ),
      'srt.passphrase': ofServer(
        secret({
          label: msg('Passphrase'),
          help: msg('Encrypts the streams, 10 to 79 characters. Leave empty for no encryption.'),
          ...{ copy: true, draws: true, min: 10, max: 79 },
          disabled: whileOff,
          fault: addressSigns('srt.passphrase'),
        }),
      ),
    }),
  },
};
