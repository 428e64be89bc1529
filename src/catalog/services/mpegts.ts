import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { multiselect, type Settings, select, textField, toggle } from '../form/fields.ts';
import { valueAt } from '../form/fieldValues.ts';
import {
  amountField,
  optionNames,
  portFault,
  serverFields,
  setOptions,
  typedAddress,
} from './helpers/ffmpegOptionFields.ts';

const integerField = (label: string, fallback: string, most: number, least = 0) =>
  textField({
    ...{ label, default: fallback, advanced: true },
    figure: { min: least, max: most, also: 'hex', optional: true },
  });
const ID_MAX = 0xffff;
/** Other PIDs are reserved. */
const [PID_MIN, PID_MAX] = [0x20, 0x1ffa];
const SERVICE_TYPE_MAX = 0xff;
const PAYLOAD_MAX = 0xffff;
const MUX_RATE_MAX = 0x7fffffff;

const period = (label: string, fallback: string) =>
  amountField({ label, default: fallback, decimals: true, advanced: true });

const { protocol, address } = serverFields(['udp', 'tcp'], '239.0.0.1:5000');

const fields = {
  protocol,
  address: {
    ...address,
    fault: (settings: Settings) => address.fault?.(settings, undefined) ?? portFault(String(settings.address)),
  },
  'options.service_provider': textField({ label: msg('Provider'), default: 'ffmpeg' }),
  'options.service_name': textField({ label: msg('Program name'), default: 'Service01' }),
  'options.mpegts_transport_stream_id': integerField(msg('Transport stream ID'), '0x0001', ID_MAX),
  'options.mpegts_original_network_id': integerField(msg('Original network ID'), '0x0001', ID_MAX),
  'options.mpegts_service_id': integerField(msg('Program number'), '0x0001', ID_MAX),
  'options.mpegts_service_type': select({
    label: msg('Program type'),
    default: 'digital_tv',
    advanced: true,
    options: [
      { value: 'hex_value', label: msg('Custom') },
      ...['digital_tv', 'digital_radio', 'teletext', 'advanced_codec_digital_radio', 'mpeg2_digital_hdtv'],
      ...['advanced_codec_digital_sdtv', 'advanced_codec_digital_hdtv'],
    ],
  }),
  'options.mpegts_service_type_hex_value': {
    ...integerField(msg('Program type as a number'), '', SERVICE_TYPE_MAX),
    placeholder: '0x19',
    required: true,
    when: (settings: Settings) => valueAt(settings, 'options.mpegts_service_type') === 'hex_value',
  },
  'options.mpegts_pmt_start_pid': integerField(msg('First PID of the PMT'), '0x1000', PID_MAX, PID_MIN),
  'options.mpegts_start_pid': integerField(msg('First PID of the streams'), '0x0100', PID_MAX, PID_MIN),
  'options.mpegts_m2ts_mode': toggle({ label: msg('M2TS mode (Blu-ray)'), advanced: true }),
  'options.muxrate': textField({
    ...{ label: msg('Constant mux rate'), unit: 'bit/s', advanced: true },
    // Stored by earlier releases for an empty value.
    figure: { min: 0, max: MUX_RATE_MAX, optional: true, words: ['VBR'] },
  }),
  'options.pes_payload_size': integerField(msg('PES payload size'), '2930', PAYLOAD_MAX),
  'options.mpegts_flags': multiselect({
    label: msg('Flags'),
    default: [],
    advanced: true,
    options: ['resend_headers', 'latm', 'pat_pmt_at_frames', 'system_b', 'initial_discontinuity'],
  }),
  'options.mpegts_copyts': toggle({ label: msg('Keep time stamps'), advanced: true }),
  'options.omit_video_pes_length': toggle({
    label: msg('Omit the PES length of video'),
    default: true,
    advanced: true,
  }),
  'options.pcr_period': amountField({
    ...{ label: msg('PCR interval (ms, -1: automatic)'), default: '-1' },
    ...{ min: -1, advanced: true },
  }),
  'options.pat_period': period(msg('PAT interval (s)'), '0.1'),
  'options.sdt_period': period(msg('SDT interval (s)'), '0.5'),
  'options.tables_version': amountField({
    label: msg('Version of the tables'),
    default: '0',
    max: 31,
    advanced: true,
  }),
};

const METADATA = ['service_provider', 'service_name'];
/** Values that earlier releases wrote without the operator's choice. */
const UNCHANGED: Readonly<Record<string, readonly string[]>> = {
  service_provider: ['ffmpeg', 'FFmpeg'],
  muxrate: ['VBR'],
};

const defaults = new Map(Object.entries(fields).map(([key, field]) => [key.replace('options.', ''), field.default]));

export const mpegts = defineService({
  id: 'mpegts',
  name: 'MPEG-TS',
  words: ['multicast', 'ts', 'custom'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#mpegts-1',
  requires: { protocols: ['udp', 'tcp'], formats: ['mpegts'], video: ['h264'], audio: ['aac', 'mp3'] },
  fields,
  outputs: (settings) => {
    const { mpegts_service_type: type, mpegts_service_type_hex_value: hex } = settings.options;
    const written = setOptions(optionNames(fields, 'options'), 'options', settings, {
      toggle: (on, name) => (on === defaults.get(name) ? '' : on ? '1' : '0'),
      several: (chosen) => chosen.map((flag) => `+${flag}`).join(''),
    });
    // Omits defaults, as the muxer rejects some of them when written.
    const changed = written
      .filter(({ name, value }) => value !== defaults.get(name) && !UNCHANGED[name]?.includes(value))
      .filter(({ name }) => name !== 'mpegts_service_type_hex_value')
      .map(({ name, value }) => ({
        name,
        value: name === 'mpegts_service_type' && type === 'hex_value' ? hex : value,
      }));
    const options = changed.flatMap(({ name, value }) =>
      METADATA.includes(name) ? ['-metadata', `${name}=${value}`] : [`-${name}`, value],
    );
    return [{ address: typedAddress(settings), options: ['-f', 'mpegts', ...options] }];
  },
});

const ts = ['-f', 'mpegts'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: '239.0.0.1:5000' }, expect: [{ address: 'udp://239.0.0.1:5000', options: ts }] },
  { given: { address: '239.0.0.1:5000', options: { mpegts_service_type: 'hex_value' } }, expect: [] },
  { given: { address: ' TCP://h:5000 ' }, expect: [{ address: 'tcp://h:5000', options: ts }] },
  {
    given: {
      address: 'h:5000',
      options: {
        mpegts_service_type: 'hex_value',
        mpegts_service_type_hex_value: '0x19',
        mpegts_flags: ['resend_headers', 'latm'],
        omit_video_pes_length: false,
      },
    },
    expect: [
      {
        address: 'udp://h:5000',
        options: [
          ...[...ts, '-mpegts_service_type', '0x19', '-mpegts_flags', '+resend_headers+latm'],
          ...['-omit_video_pes_length', '0'],
        ],
      },
    ],
  },
  {
    given: {
      protocol: 'tcp://',
      address: 'h:5000',
      options: {
        service_provider: 'FFmpeg',
        service_name: 'One & more',
        muxrate: 'VBR',
        mpegts_m2ts_mode: true,
        pat_period: '1',
        tables_version: '',
      },
    },
    expect: [
      {
        address: 'tcp://h:5000',
        options: [...ts, '-metadata', 'service_name=One & more', '-mpegts_m2ts_mode', '1', '-pat_period', '1'],
      },
    ],
  },
];
