import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { textField } from '../form/fields.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { protocolFault, rtmpProtocolField, streamKeyField } from './helpers/rtmpFields.ts';

// Each event has its own address with any host and port.
export const linkedin = defineService({
  id: 'linkedin',
  name: 'LinkedIn',
  category: 'platform',
  requires: { protocols: ['rtmp', 'rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://www.linkedin.com/help/linkedin/answer/128901',
  fields: {
    protocol: rtmpProtocolField('address'),
    address: textField({
      label: msg('Stream URL'),
      help: msg('LinkedIn shows a new one for every event.'),
      placeholder: 'rtmps://live.example.com:443/app',
      required: true,
      holds: 'server',
      fault: ({ address }) => protocolFault(address, 'both'),
    }),
    stream_key: streamKeyField({
      help: msg('Appended to the server address. Leave empty if the address already ends with it.'),
      required: false,
    }),
  },
  outputs: ({ protocol, address, stream_key }) => [flvOutput(addProtocol(address, protocol), stream_key)],
});

const flv = ['-f', 'flv'];
const sent = (address: string) => [{ address, options: flv }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  {
    given: { protocol: 'rtmps://', address: 'x.channel.example:2935/live/ID' },
    expect: sent('rtmps://x.channel.example:2935/live/ID'),
  },
  { given: { protocol: 'rtmps://', address: 'rtmp://h/live/ID' }, expect: sent('rtmp://h/live/ID') },
  { given: { address: ' RTMPS://h:443/app/ ', stream_key: 'KEY' }, expect: sent('rtmps://h:443/app/KEY') },
];
