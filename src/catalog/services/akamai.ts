import { msg } from '../../i18n/msg.ts';
import { withCredentials } from '../../media/address/addressProtocol.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden, secret, textField, toggle } from '../form/fields.ts';
import { addProtocol } from './helpers/joinStreamKey.ts';
import { BACKUP_HELP, rtmpLoginFaults, serverUrlField } from './helpers/rtmpFields.ts';

// Other interfaces append login and stream name after a space like librtmp, which ffmpeg's own RTMP ignores.
export const akamai = defineService({
  id: 'akamai',
  name: 'Akamai',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://learn.akamai.com/en-us/webhelp/media-services-live/',
  fields: {
    'address_extensions.pubUser': textField({ label: msg('Username'), holds: 'username' }),
    'address_extensions.pubPasswd': secret({ label: msg('Password'), holds: 'password' }),
    protocol: hidden({ default: 'rtmp://' }),
    stream_url: serverUrlField('stream_url', 'rtmp', {
      label: msg('Stream URL'),
      placeholder: 'p.ab12345.i.akamaientrypoint.net/EntryPoint',
    }),
    'address_extensions.playpath': textField({
      label: msg('Stream name'),
      placeholder: 'abc_%i@12345',
      holds: 'stream',
    }),
    enable_backup_stream: toggle({
      label: msg('Backup stream'),
      help: msg('Sends the stream a second time, which costs upload bandwidth (and CPU, if it is encoded).'),
    }),
    backup_url: serverUrlField('backup_url', 'rtmp', {
      label: msg('Backup URL'),
      help: BACKUP_HELP,
      placeholder: 'b.ab12345.i.akamaientrypoint.net/EntryPoint',
      required: false,
      when: ({ enable_backup_stream }) => enable_backup_stream === true,
    }),
    'address_extensions.flashver': hidden({ default: 'FMLE/3.020(compatible;20FMSc/1.0)' }),
    'address_extensions.live': hidden({ default: 'true' }),
  },
  backup: { toggle: 'enable_backup_stream', held: { stream_url: 'backup_url' } },
  outputs: ({ stream_url, enable_backup_stream, backup_url, address_extensions }) => {
    const { pubUser, pubPasswd, playpath, flashver } = address_extensions;
    const options = [
      ['-rtmp_flashver', flashver.trim()],
      ['-rtmp_playpath', playpath.trim()],
    ].filter(([, value]) => value !== '');
    return [stream_url, enable_backup_stream ? backup_url : '']
      .filter((typed) => typed.trim() !== '')
      .map((typed) => ({
        // Without a trailing slash, the last part of the address is lost.
        address: `${withCredentials(addProtocol(typed, 'rtmp://'), pubUser, pubPasswd).replace(/(?<!\/)\/+$/, '')}/`,
        options: ['-f', 'flv', ...options.flat()],
      }));
  },
  faults: ({ address_extensions: { pubUser, pubPasswd } }) =>
    rtmpLoginFaults(['address_extensions.pubUser', pubUser], ['address_extensions.pubPasswd', pubPasswd]),
  masks: ({ address_extensions: { playpath } }) => [playpath],
});

const login = { pubUser: 'u', pubPasswd: 'p' };
const flv = ['-f', 'flv', '-rtmp_flashver', 'FMLE/3.020(compatible;20FMSc/1.0)'];
const sent = (options: string[], ...addresses: string[]) => addresses.map((address) => ({ address, options }));
const named = [...flv, '-rtmp_playpath', 'abc_1@12345'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_url: 'p.ep.example/EntryPoint' }, expect: sent(flv, 'rtmp://p.ep.example/EntryPoint/') },
  {
    given: { stream_url: ' rtmp://p.ep.example/EntryPoint// ', address_extensions: { ...login, flashver: '' } },
    expect: sent(['-f', 'flv'], 'rtmp://u:p@p.ep.example/EntryPoint/'),
  },
  {
    given: { stream_url: 'p.ep.example/EntryPoint', address_extensions: { ...login, playpath: 'abc_1@12345' } },
    expect: sent(named, 'rtmp://u:p@p.ep.example/EntryPoint/'),
  },
  {
    given: {
      stream_url: 'p.ep.example/EntryPoint',
      enable_backup_stream: true,
      backup_url: 'b.ep.example/EntryPoint',
      address_extensions: { ...login, playpath: 'abc_1@12345' },
    },
    expect: sent(named, 'rtmp://u:p@p.ep.example/EntryPoint/', 'rtmp://u:p@b.ep.example/EntryPoint/'),
  },
  {
    given: { stream_url: 'p.ep.example/EntryPoint', enable_backup_stream: true },
    expect: sent(flv, 'rtmp://p.ep.example/EntryPoint/'),
  },
];
