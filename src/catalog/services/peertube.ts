import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { textField, toggle } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';
import { streamKeyField } from './helpers/rtmpFields.ts';

function instanceOf(domain: unknown): { host: string; port: string } {
  const hostname = String(domain)
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#].*/s, '');
  const [, host = '', port = ''] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d+))?$/i.exec(hostname) ?? [];
  return { host, port };
}

export const peertube = defineService({
  id: 'peertube',
  name: 'PeerTube',
  category: 'platform',
  requires: { protocols: ['rtmp', 'rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: ({ domain }) => {
    const { host } = instanceOf(domain);
    return host === '' ? null : `https://${host}/videos/upload#go-live`;
  },
  fields: {
    domain: textField({
      label: msg('Domain of the instance'),
      help: msg('If it takes RTMP at another port, add that port.'),
      placeholder: 'video.example.com',
      required: true,
      holds: 'place',
      fault: ({ domain }) =>
        String(domain).trim() === '' || instanceOf(domain).host !== ''
          ? null
          : msg('Enter a domain, for example video.example.com.'),
    }),
    key: streamKeyField(),
    rtmps: toggle({ label: msg('Encrypted connection (RTMPS)') }),
  },
  outputs: ({ domain, key, rtmps }) => {
    const { host, port } = instanceOf(domain);
    if (host === '') return [];
    return [flvOutput(rtmps ? `rtmps://${host}:${port || 1936}/live` : `rtmp://${host}:${port || 1935}/live`, key)];
  },
});

const at = (domain: string, rtmps = false) => ({ domain, key: 'KEY', rtmps });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: at('peertube.example'), expect: sent('rtmp://peertube.example:1935/live/KEY') },
  { given: at('peertube.example', true), expect: sent('rtmps://peertube.example:1936/live/KEY') },
  { given: at(' https://peertube.example/videos '), expect: sent('rtmp://peertube.example:1935/live/KEY') },
  { given: at('peertube.example:2935', true), expect: sent('rtmps://peertube.example:2935/live/KEY') },
  { given: at('peer tube'), expect: [] },
];
