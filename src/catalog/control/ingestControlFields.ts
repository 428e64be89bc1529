import { msg } from '../../i18n/msg.ts';
import { type DisabledReason, number, select, toggle, withGroup } from '../form/fields.ts';
import { isSwitchedOn, valueAt } from '../form/fieldValues.ts';
import { type LimitsContext, processControlFields } from './processControlFields.ts';

export type ControlContext = LimitsContext & {
  /** Servers that are enabled; `srt` null: the core has no SRT server. null: the core is too old for feeds. */
  servers: Readonly<{ rtmp: boolean; srt: boolean | null }> | null;
  /** Whether another interface stored low latency, which writes DASH instead of the playlist. */
  lhls: boolean;
};

const SEGMENT_S = 2;
const LIST_SIZE = 6;

const TOO_OLD: DisabledReason = { text: msg('This version of the core is too old for feeds.') };

/** Older cores write the disk path into the playlist, where no player finds the segments. */
const NO_DISK: DisabledReason = { text: msg('Players reach the disk only on core 16.10 and newer.') };

const unlessServed =
  (server: 'rtmp' | 'srt', reason: DisabledReason) =>
  (settings: Readonly<Record<string, unknown>>, { servers }: ControlContext): DisabledReason | null =>
    servers?.[server] || isSwitchedOn(settings, `${server}.enable`) ? null : servers ? reason : TOO_OLD;

export const ingestControlFields = {
  ...withGroup(msg('HLS'), {
    'hls.lhls': toggle<ControlContext>({
      label: msg('Low latency by DASH (LHLS)'),
      help: msg(
        'Another interface has switched this on: the channel writes a DASH manifest, which players and publications here cannot read. Switch it off to write HLS again.',
      ),
      when: (_, { lhls }) => lhls,
    }),
    'hls.segmentDuration': number<ControlContext>({
      label: msg('Segment length'),
      unit: 's',
      help: msg('2 s is recommended. Longer segments delay the stream more.'),
      ...{ default: SEGMENT_S, min: 1 },
    }),
    'hls.listSize': number<ControlContext>({
      label: msg('Playlist size'),
      unit: msg('segments'),
      help: msg('6 is recommended. 0 keeps all segments, until the storage is full.'),
      ...{ default: LIST_SIZE, min: 0 },
    }),
    'hls.cleanup': toggle<ControlContext>({
      label: msg('Automatic cleanup'),
      help: msg('Deletes the last segments soon after the stream ends. When off, they stay.'),
      default: true,
    }),
    'hls.storage': select<ControlContext>({
      label: msg('Storage'),
      help: msg('Memory is faster. The disk holds more, and keeps the segments over a restart of the core.'),
      default: 'memfs',
      options: [
        { value: 'memfs', label: msg('Memory') },
        { value: 'diskfs', label: msg('Disk') },
      ],
      disabled: (settings, { servers }) => (servers || valueAt(settings, 'hls.storage') === 'diskfs' ? null : NO_DISK),
    }),
    'hls.version': select<ControlContext>({
      label: msg('HLS version'),
      default: '3',
      options: [
        { value: '3', label: msg('3: plays everywhere') },
        { value: '6', label: msg('6: independent segments') },
        { value: '7', label: msg('7: MP4 segments') },
      ],
      advanced: true,
    }),
    'hls.master_playlist': toggle<ControlContext>({
      label: msg('Master playlist'),
      help: msg('Tells players bitrate, size and codecs before they load the stream.'),
      advanced: true,
    }),
    'hls.dated': toggle<ControlContext>({
      label: msg('Program date and time'),
      help: msg('Segments carry the time of day at which they were made.'),
      advanced: true,
    }),
  }),
  ...withGroup(msg('Feeds'), {
    'rtmp.enable': toggle<ControlContext>({
      label: msg('RTMP feed'),
      help: msg('Offers the stream at the RTMP server of the core, with less delay than HLS.'),
      disabled: unlessServed('rtmp', { text: msg('RTMP server is not enabled'), tab: 'rtmp' }),
    }),
    'srt.enable': toggle<ControlContext>({
      label: msg('SRT feed'),
      help: msg('Offers the stream at the SRT server of the core, with less delay than HLS.'),
      when: (settings, { servers }) => servers?.srt !== null || isSwitchedOn(settings, 'srt.enable'),
      disabled: unlessServed('srt', { text: msg('The SRT server of the core is not enabled.'), tab: 'srt' }),
    }),
  }),
  ...withGroup(msg('Snapshot'), {
    'snapshot.enable': toggle<ControlContext>({
      label: msg('Take snapshots'),
      help: msg('Stills of the stream for the channel list and the player. When off, the player page has no image.'),
      default: true,
    }),
    'snapshot.interval': number<ControlContext>({
      label: msg('Snapshot interval'),
      unit: 's',
      ...{ default: 60, min: 1 },
      when: (settings) => isSwitchedOn(settings, 'snapshot.enable'),
    }),
  }),
  ...processControlFields<ControlContext>({ advanced: false }),
};
