import { msg } from '../../i18n/msg.ts';
import { withCredentials } from '../../media/address/addressProtocol.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { secret, textField, toggle } from '../form/fields.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import {
  BACKUP_HELP,
  rtmpLoginFaults,
  rtmpProtocolField,
  serverUrlField,
  streamKeyField,
} from './helpers/rtmpFields.ts';

export const dacast = defineService({
  id: 'dacast',
  name: 'Dacast',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://www.dacast.com/support/knowledgebase/intro-to-live-streaming-a-step-by-step-walkthrough/',
  fields: {
    protocol: rtmpProtocolField('server'),
    server: serverUrlField('server', 'both', {
      label: msg('Server'),
      placeholder: 'p.ep123456.i.akamaientrypoint.net/EntryPoint',
    }),
    username: textField({ label: msg('Username'), required: true, holds: 'username' }),
    password: secret({ label: msg('Password'), required: true, holds: 'password' }),
    stream_key: streamKeyField(),
    enable_backup_server: toggle({
      label: msg('Backup server'),
      help: msg('Sends the stream a second time, which costs upload bandwidth (and CPU, if it is encoded).'),
    }),
    backup_server: serverUrlField('backup_server', 'both', {
      label: msg('Backup server URL'),
      help: BACKUP_HELP,
      placeholder: 'b.ep123456.i.akamaientrypoint.net/EntryPoint',
      required: false,
      when: ({ enable_backup_server }) => enable_backup_server === true,
    }),
  },
  backup: { toggle: 'enable_backup_server', held: { server: 'backup_server' } },
  outputs: ({ protocol, server, username, password, stream_key, enable_backup_server, backup_server }) =>
    [server, enable_backup_server ? backup_server : '']
      .filter((typed) => typed.trim() !== '')
      .map((typed) => flvOutput(withCredentials(addProtocol(typed, protocol), username, password), stream_key)),
  faults: ({ username, password }) => rtmpLoginFaults(['username', username], ['password', password]),
});

const complete = { server: 'p.ep.example/x', username: 'u', password: 'p', stream_key: 'KEY' };
const sent = (...addresses: string[]) => addresses.map((address) => ({ address, options: ['-f', 'flv'] }));
const backup = { backup_server: 'b.ep.example/x', enable_backup_server: true };

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { ...complete, password: '' }, expect: [] },
  { given: complete, expect: sent('rtmp://u:p@p.ep.example/x/KEY') },
  { given: { ...complete, ...backup }, expect: sent('rtmp://u:p@p.ep.example/x/KEY', 'rtmp://u:p@b.ep.example/x/KEY') },
  { given: { ...complete, ...backup, backup_server: '' }, expect: sent('rtmp://u:p@p.ep.example/x/KEY') },
  { given: { ...complete, ...backup, enable_backup_server: false }, expect: sent('rtmp://u:p@p.ep.example/x/KEY') },
  {
    given: { ...complete, server: 'RTMPS://h:443/x/', password: 'p@s:s%' },
    expect: sent('rtmps://u:p@s:s%@h:443/x/KEY'),
  },
];
