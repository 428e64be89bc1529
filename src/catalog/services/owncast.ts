import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden } from '../form/fields.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

// It knows RTMP only.
export const owncast = defineService({
  id: 'owncast',
  name: 'Owncast',
  category: 'software',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://owncast.online/quickstart/startstreaming/',
  fields: {
    protocol: hidden({ default: 'rtmp://' }),
    server_url: serverUrlField('server_url', 'rtmp', { placeholder: 'live.example.com:1935/live' }),
    stream_key: streamKeyField(),
  },
  outputs: ({ server_url, stream_key }) => [flvOutput(addProtocol(server_url, 'rtmp://'), stream_key)],
});

const at = (server_url: string) => ({ server_url, stream_key: 'KEY' });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: at('yourserver/live'), expect: sent('rtmp://yourserver/live/KEY') },
  { given: at(' rtmp://yourserver:1936/live/ '), expect: sent('rtmp://yourserver:1936/live/KEY') },
];
