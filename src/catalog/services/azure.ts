import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { textField } from '../form/fields.ts';
import { addProtocol } from './helpers/joinStreamKey.ts';
import { protocolFault, rtmpProtocolField } from './helpers/rtmpFields.ts';

// Ended on 2024-06-30.
export const azure = defineService({
  id: 'azure',
  name: 'Azure Media Services',
  category: 'platform',
  retired: true,
  requires: { protocols: ['rtmp', 'rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  fields: {
    protocol: rtmpProtocolField('address'),
    address: textField({
      label: msg('Address'),
      help: msg('The whole address, with the stream key at its end.'),
      placeholder: 'account.channel.mediaservices.windows.net:1935/live/…',
      required: true,
      holds: 'address',
      fault: ({ address }) => protocolFault(address, 'both'),
    }),
  },
  outputs: ({ protocol, address }) => [{ address: addProtocol(address, protocol), options: ['-f', 'flv'] }],
});

const flv = ['-f', 'flv'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  {
    given: { address: 'a.channel.example:1935/live/ID' },
    expect: [{ address: 'rtmp://a.channel.example:1935/live/ID', options: flv }],
  },
  {
    given: { address: ' RTMPS://a.channel.example:2935/live/ID ' },
    expect: [{ address: 'rtmps://a.channel.example:2935/live/ID', options: flv }],
  },
];
