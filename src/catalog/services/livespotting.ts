import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden, secret, textField } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';

export const livespottingService = defineService({
  id: 'livespotting',
  name: 'livespotting',
  category: 'platform',
  requires: { protocols: ['rtmp', 'rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac'] },
  docs: 'https://livespotting.com/products-vpu.html',
  fields: {
    vpu_id: textField({ label: msg('VPU ID'), required: true, holds: 'place' }),
    livesource_id: textField({ label: msg('Live source ID'), required: true, holds: 'stream' }),
    rtmp_token: secret({ label: msg('Security token'), holds: 'token' }),
    protocol: hidden({ default: 'rtmp://' }),
    base_url: hidden({ default: '-vpu.livespotting.com:1935/live/' }),
  },
  outputs: ({ protocol, vpu_id, base_url, livesource_id, rtmp_token }) => {
    const token = rtmp_token.trim();
    const query = token === '' ? '' : `?token=${token}`;
    return [flvOutput(`${protocol}${vpu_id.trim()}${base_url}`, `${livesource_id.trim()}${query}`)];
  },
});

const ids = { vpu_id: 'vpu', livesource_id: 'ls' };
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { vpu_id: 'vpu' }, expect: [] },
  { given: ids, expect: sent('rtmp://vpu-vpu.livespotting.com:1935/live/ls') },
  { given: { ...ids, rtmp_token: 'T' }, expect: sent('rtmp://vpu-vpu.livespotting.com:1935/live/ls?token=T') },
  {
    given: { ...ids, protocol: 'rtmps://', base_url: '.own.example/app', rtmp_token: 'T' },
    expect: sent('rtmps://vpu.own.example/app/ls?token=T'),
  },
];
