import { msg } from '../../i18n/msg.ts';
import { isAddress, listens, withCredentials } from '../../media/address/addressProtocol.ts';
import { pushSource, pushTypeOf } from '../../media/address/pushAddress.ts';
import type { Example } from '../form/argumentExampleTypes.ts';
import { defineSource } from '../form/defineCatalogEntry.ts';
import { networkOptions } from '../network/inputOptions.ts';
import { networkFields } from '../network/networkFields.ts';

export const networkSource = defineSource({
  id: 'network',
  name: msg('Network source'),
  media: ['video', 'audio'],
  fields: networkFields,
  inputs: (settings, context) => {
    const { mode, address, username, password, push } = settings;
    const from =
      mode === 'push'
        ? pushSource(context.network, { type: pushTypeOf(push.type), name: push.name })
        : withCredentials(address.trim(), username, password);
    return [{ address: from, options: networkOptions(settings, context) }];
  },
  ready: ({ mode, address, push }, { network: core }) =>
    mode === 'push'
      ? { rtmp: core.rtmp.enabled, srt: core.srt.enabled === true, hls: true }[pushTypeOf(push.type)]
      : isAddress(address),
  opensOnce: ({ mode, address }) => mode !== 'push' && listens(address),
});

const COMMON = ['-fflags', '+genpts', '-thread_queue_size', '512'];

export const examples: Example[] = [
  {
    given: { address: 'rtsp://192.0.2.10/s', username: 'ad min', password: 'p@ss' },
    expect: [
      {
        address: 'rtsp://ad%20min:p%40ss@192.0.2.10/s',
        options: [...COMMON, '-timeout', '5000000', '-rtsp_transport', 'tcp'],
      },
    ],
  },
  {
    given: { address: 'rtsp://192.0.2.10/s', rtsp: { udp: true } },
    ffmpeg: { major: 4, minor: 4 },
    expect: [
      {
        address: 'rtsp://192.0.2.10/s',
        options: [...COMMON, '-stimeout', '5000000', '-rtsp_transport', 'udp'],
      },
    ],
  },
  {
    given: { address: 'https://example.org/live.m3u8' },
    expect: [{ address: 'https://example.org/live.m3u8', options: [...COMMON, '-analyzeduration', '20000000', '-re'] }],
  },
  {
    given: { address: 'http://192.0.2.10/mjpeg', http: { readNative: false, forceFramerate: true, framerate: 29.97 } },
    expect: [
      { address: 'http://192.0.2.10/mjpeg', options: [...COMMON, '-analyzeduration', '20000000', '-r', '29.97'] },
    ],
  },
  {
    given: { address: 'srt://192.0.2.10:6000?mode=caller', username: 'no place for it' },
    expect: [{ address: 'srt://192.0.2.10:6000?mode=caller', options: COMMON }],
  },
  {
    given: { mode: 'push', push: { type: 'rtmp' } },
    expect: [
      {
        address: 'rtmp://localhost/live/11111111-2222-4333-8444-555555555555.stream?token=secret',
        options: COMMON,
      },
    ],
  },
  {
    given: {
      address: 'http://192.0.2.10/s',
      http: { readNative: false, referer: 'https://example.org', http_proxy: 'http://192.0.2.1:3128' },
      general: { fflags: [], probesize: 32, analyzeduration: 9, analyzeduration_http: '7' },
    },
    expect: [
      {
        address: 'http://192.0.2.10/s',
        options: [
          ...['-thread_queue_size', '512', '-probesize', '32', '-analyzeduration', '7'],
          ...['-referer', 'https://example.org', '-http_proxy', 'http://192.0.2.1:3128'],
        ],
      },
    ],
  },
  {
    given: { address: 'https://example.org/live.m3u8', http: { anySegments: true } },
    expect: [
      {
        address: 'https://example.org/live.m3u8',
        options: [
          ...[...COMMON, '-analyzeduration', '20000000', '-re'],
          ...['-f', 'hls', '-allowed_segment_extensions', 'ALL', '-extension_picky', '0'],
        ],
      },
    ],
  },
  {
    given: {
      address: 'udp://239.0.0.1:1234',
      general: { copyts: true, start_at_zero: true, avoid_negative_ts: 'make_zero', max_probe_packets: 9 },
    },
    ffmpeg: { major: 4, minor: 4 },
    expect: [
      {
        address: 'udp://239.0.0.1:1234',
        options: [...COMMON, '-max_probe_packets', '9', '-copyts', '-start_at_zero'],
      },
    ],
  },
  {
    given: { mode: 'push', push: { type: 'rtmp' }, general: { analyzeduration_rtmp: 8, analyzeduration: 9 } },
    expect: [
      {
        address: 'rtmp://localhost/live/11111111-2222-4333-8444-555555555555.stream?token=secret',
        options: [...COMMON, '-analyzeduration', '8'],
      },
    ],
  },
  {
    given: { mode: 'push', push: { type: 'srt', name: 'camera-7' } },
    expect: [
      {
        address: 'srt://localhost:6000?mode=caller&transtype=live&streamid=camera-7,mode:request',
        options: COMMON,
      },
    ],
  },
  {
    given: { mode: 'push', push: { type: 'rtmp', name: 'k3yOfItsOwn' } },
    expect: [{ address: 'rtmp://localhost/live/k3yOfItsOwn?token=secret', options: COMMON }],
  },
];
