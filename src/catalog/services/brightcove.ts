import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden, secret } from '../form/fields.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField } from './helpers/rtmpFields.ts';

export const brightcove = defineService({
  id: 'brightcove',
  name: 'Brightcove Live',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://live.support.brightcove.com/get-started/brightcove-live-training-videos.html',
  fields: {
    protocol: hidden({ default: 'rtmp://' }),
    address: serverUrlField('address', 'rtmp', { placeholder: 'ep.example.brightcove.com/live' }),
    // Secret, as it allows streaming like a stream key.
    stream_name: secret({ label: msg('Stream name'), required: true, holds: 'stream' }),
  },
  outputs: ({ address, stream_name }) => [flvOutput(addProtocol(address, 'rtmp://'), stream_name)],
});

const at = (address: string) => ({ address, stream_name: 'alias' });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: at('ep.example/live/'), expect: sent('rtmp://ep.example/live/alias') },
  { given: at(' rtmp://ep.example/live'), expect: sent('rtmp://ep.example/live/alias') },
];
