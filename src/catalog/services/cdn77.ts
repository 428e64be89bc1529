import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden } from '../form/fields.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

export const cdn77 = defineService({
  id: 'cdn77',
  name: 'CDN77',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://client.cdn77.com/support/knowledgebase/streaming/ls_general_setup',
  fields: {
    protocol: hidden({ default: 'rtmp://' }),
    stream_url: serverUrlField('stream_url', 'rtmp', {
      label: msg('Stream URL'),
      placeholder: 'push-1.cdn77.com/static/',
    }),
    stream_key: streamKeyField(),
  },
  outputs: ({ stream_url, stream_key }) => [flvOutput(addProtocol(stream_url, 'rtmp://'), stream_key)],
});

const at = (stream_url: string) => ({ stream_url, stream_key: 'KEY' });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: at('push.example/static/'), expect: sent('rtmp://push.example/static/KEY') },
  { given: at('RTMP://push.example/static'), expect: sent('rtmp://push.example/static/KEY') },
];
