import { msg } from '../../../i18n/msg.ts';
import { schemeOf, withCredentials } from '../../../media/address/addressProtocol.ts';
import type { Requirements } from '../../../media/encoding/skills.ts';
import type { Output, ServiceContext } from '../../form/defineCatalogEntry.ts';
import { type Settings, type SettingsOf, secret, select, textField } from '../../form/fields.ts';
import { addProtocol, flvOutput } from './joinStreamKey.ts';
import { rtmpLoginFaults } from './rtmpFields.ts';

const protocolOption = (name: string, needs: Requirements) => ({
  value: `${name}://`,
  label: name.toUpperCase(),
  needs,
});

export const applicationFields = (placeholder: string) => ({
  protocol: select({
    label: msg('Protocol'),
    default: 'rtmp://',
    options: [
      protocolOption('rtmp', { protocols: ['rtmp'], formats: ['flv'] }),
      protocolOption('rtsp', { protocols: ['rtp'], formats: ['rtsp'] }),
    ],
    advanced: true,
    when: ({ address }) => schemeOf(String(address)) === '',
  }),
  address: textField({
    label: msg('Address'),
    help: msg('Host and port of the server.'),
    placeholder,
    required: true,
    holds: 'address',
    fault: ({ address }) =>
      ['', 'rtmp', 'rtsp'].includes(schemeOf(String(address)).toLowerCase())
        ? null
        : msg('Not a valid address for this service. It must start with rtmp:// or rtsp://.'),
  }),
  application: textField({ label: msg('Application'), default: 'live', holds: 'application' }),
  stream_name: textField({ label: msg('Stream name'), default: 'myStream', required: true, holds: 'stream' }),
  username: textField({ label: msg('Username'), holds: 'username' }),
  password: secret({ label: msg('Password'), holds: 'password' }),
});

type ApplicationSettings = SettingsOf<ReturnType<typeof applicationFields>>;

const serverOf = ({ protocol, address }: Pick<ApplicationSettings, 'protocol' | 'address'>) =>
  addProtocol(address, protocol).replace(/(?<!\/)\/+$/, '');

export const isRtsp = ({ protocol, address }: Settings): boolean =>
  serverOf({ protocol: String(protocol), address: String(address) }).startsWith('rtsp');

export function applicationOutput(
  settings: ApplicationSettings,
  { streams, copied = [] }: ServiceContext,
  transport: readonly string[] = [],
): Output {
  const { application, stream_name, username, password } = settings;
  const server = withCredentials(serverOf(settings), username, password);
  const path = application.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  const name = stream_name.trim().replace(/^\/+/, '');
  if (!isRtsp(settings)) return flvOutput(path === '' ? server : `${server}/${path}`, name);
  // AAC copied from MPEG-TS lacks the header that RTSP announces; LATM needs none (ffmpeg 5.1 and 7.1).
  const latm = copied.includes('audio') && streams.some(({ codec }) => codec === 'aac') ? ['-rtpflags', 'latm'] : [];
  return {
    address: [server, path, name].filter((part) => part !== '').join('/'),
    options: [...transport, '-f', 'rtsp', ...latm],
  };
}

export const applicationFaults = (settings: ApplicationSettings) =>
  isRtsp(settings) ? {} : rtmpLoginFaults(['username', settings.username], ['password', settings.password]);
