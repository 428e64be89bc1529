import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden, textField } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';
import { streamKeyField } from './helpers/rtmpFields.ts';

export const wettercom = defineService({
  id: 'wettercom',
  name: 'wetter.com',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac'] },
  keyPage: 'https://www.wetter.com/hd-live-webcams/informationen/',
  fields: {
    stream_id: textField({ label: msg('Stream ID'), required: true, holds: 'stream' }),
    stream_key: streamKeyField(),
    protocol: hidden({ default: 'rtmp://' }),
    server_url: hidden({ default: 'wettercom-c1.livespotting.com/c61cba4f-68a3-488e-b2e4-ffb8e182794f' }),
  },
  outputs: ({ protocol, server_url, stream_id, stream_key }) => {
    const id = stream_id.trim();
    return [flvOutput(`${protocol}${server_url}/${id}.stream`, `${id}_token:${stream_key.trim()}`)];
  },
});

const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];
const server = 'wettercom-c1.livespotting.com/c61cba4f-68a3-488e-b2e4-ffb8e182794f';

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_id: 'ID' }, expect: [] },
  { given: { stream_id: 'ID', stream_key: 'KEY' }, expect: sent(`rtmp://${server}/ID.stream/ID_token:KEY`) },
  {
    given: { stream_id: ' ID ', stream_key: ' KEY ', server_url: 'h/app' },
    expect: sent('rtmp://h/app/ID.stream/ID_token:KEY'),
  },
];
