import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { toggle } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';
import { BACKUP_HELP, streamKeyField } from './helpers/rtmpFields.ts';

const SERVER = 'rtmps://live-api-s.facebook.com:443/rtmp';
const DOCS = 'https://developers.facebook.com/docs/live-video-api/overview';

export const facebook = defineService({
  id: 'facebook',
  name: 'Facebook Live',
  words: ['meta'],
  category: 'platform',
  requires: { protocols: ['rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac'] },
  keyPage: 'https://www.facebook.com/live/producer',
  docs: DOCS,
  fields: {
    rtmp_primary: toggle({ label: msg('Primary stream'), default: true }),
    stream_key_primary: streamKeyField({
      label: msg('Primary stream key'),
      when: ({ rtmp_primary }) => rtmp_primary === true,
    }),
    rtmp_backup: toggle({ label: msg('Backup stream') }),
    stream_key_backup: streamKeyField({
      label: msg('Backup stream key'),
      help: BACKUP_HELP,
      required: false,
      when: ({ rtmp_backup }) => rtmp_backup === true,
    }),
  },
  backup: { toggle: 'rtmp_backup', primary: 'rtmp_primary', held: { stream_key_backup: 'stream_key_backup' } },
  outputs: ({ rtmp_primary, stream_key_primary, rtmp_backup, stream_key_backup }) => [
    ...(rtmp_primary ? [flvOutput(SERVER, stream_key_primary)] : []),
    ...(rtmp_backup && stream_key_backup.trim() !== '' ? [flvOutput(SERVER, stream_key_backup)] : []),
  ],
  faults: ({ rtmp_primary, rtmp_backup, stream_key_backup }) => {
    if (rtmp_primary) return {};
    if (!rtmp_backup) {
      return { rtmp_primary: msg('Switch on the primary or the backup stream, otherwise nothing is sent.') };
    }
    return stream_key_backup.trim() === '' ? { stream_key_backup: msg('This field is required.') } : {};
  },
});

const sent = (...keys: string[]) => keys.map((key) => ({ address: `${SERVER}/${key}`, options: ['-f', 'flv'] }));

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key_primary: 'PK', rtmp_primary: false }, expect: [] },
  { given: { stream_key_primary: ' FB-1-0?s_bl=1&s_sw=0 ' }, expect: sent('FB-1-0?s_bl=1&s_sw=0') },
  { given: { stream_key_primary: 'PK', stream_key_backup: 'BK', rtmp_backup: true }, expect: sent('PK', 'BK') },
  { given: { stream_key_primary: 'PK', rtmp_backup: true }, expect: sent('PK') },
  { given: { stream_key_primary: 'PK', stream_key_backup: ' ', rtmp_backup: true }, expect: sent('PK') },
  { given: { rtmp_primary: false, rtmp_backup: true }, expect: [] },
  { given: { stream_key_backup: 'BK', rtmp_primary: false, rtmp_backup: true }, expect: sent('BK') },
];
