import { msg, properName } from '../../../i18n/msg.ts';
import { schemeOf } from '../../../media/address/addressProtocol.ts';
import type { FieldFaults } from '../../form/defineCatalogEntry.ts';
import { type SecretField, type Settings, secret, select, type TextField, textField } from '../../form/fields.ts';

export const streamKeyField = (field: Partial<SecretField> = {}): SecretField =>
  secret({
    label: msg('Stream key'),
    help: msg('Keep it secret: anyone who has it can stream to your channel.'),
    required: true,
    holds: 'key',
    ...field,
  });

export const BACKUP_HELP = msg('While this is empty, only the primary stream is sent.');

const MEANT = {
  rtmp: msg('Not a valid address for this service. It must start with rtmp://.'),
  rtmps: msg('Not a valid address for this service. It must start with rtmps://.'),
  both: msg('Not a valid RTMP address. It must start with rtmp:// or rtmps://.'),
};

export function protocolFault(typed: unknown, accepted: keyof typeof MEANT): string | null {
  const scheme = schemeOf(String(typed)).toLowerCase();
  const schemes = accepted === 'both' ? ['rtmp', 'rtmps'] : [accepted];
  return scheme === '' || schemes.includes(scheme) ? null : MEANT[accepted];
}

export const serverUrlField = (
  key: string,
  accepted: keyof typeof MEANT,
  field: Partial<TextField> & Pick<TextField, 'placeholder'>,
): TextField =>
  textField({
    label: msg('Server URL'),
    help: msg('As the service shows it, without the stream key.'),
    required: true,
    holds: 'server',
    fault: (settings: Settings) => protocolFault(settings[key], accepted),
    ...field,
  });

export const rtmpProtocolField = (address: string) =>
  select({
    label: msg('Protocol'),
    default: 'rtmp://',
    options: [
      { value: 'rtmp://', label: properName('RTMP'), needs: { protocols: ['rtmp'] } },
      { value: 'rtmps://', label: properName('RTMPS'), needs: { protocols: ['rtmps'] } },
    ],
    advanced: true,
    when: (settings: Settings) => schemeOf(String(settings[address])) === '',
  });

/** ffmpeg 5.1 does not decode the login in an RTMP address, so some characters are impossible. */
export function rtmpLoginFaults(
  user: readonly [key: string, typed: string],
  word: readonly [key: string, typed: string],
) {
  const faults: FieldFaults = {
    ...(/[/?#:]/.test(user[1]) ? { [user[0]]: msg('RTMP allows no / ? # or : in a username.') } : {}),
    ...(/[/?#]/.test(word[1]) ? { [word[0]]: msg('RTMP allows no / ? or # in a password.') } : {}),
  };
  return faults;
}
