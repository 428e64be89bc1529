import { msg } from '../i18n/msg.ts';
import type { Feed } from '../media/metadata.ts';
import { grouped, number, panel, select, toggle } from './fields.ts';
import { valueAt } from './settings.ts';

/** What the form of a publication's process may ask. */
export type EgressControlContext = {
  /** How the stream of the channel can be read. */
  feeds: readonly Feed[];
  /** Whether the core limits processes at all. */
  limits: boolean;
};

/** In order of their delay. */
const feedNames: readonly { value: Feed; label: string }[] = [
  { value: 'rtmp', label: msg('RTMP (least delay)') },
  { value: 'srt', label: msg('SRT (little delay)') },
  { value: 'hls+memfs', label: msg('HLS from memory') },
  { value: 'hls+diskfs', label: msg('HLS from disk') },
];

/** To be translated. */
export const feedName = (feed: Feed): string => feedNames.find(({ value }) => value === feed)?.label ?? feed;

/** What a publication reads and how it runs: the members of `control` as they are stored. */
export const egressControl = {
  'source.source': select<EgressControlContext>({
    label: msg('Feed of the channel'),
    help: msg('What the publication reads. Feeds are switched on in the settings of the channel.'),
    default: 'hls+memfs',
    options: [],
    found: ({ feeds }) => feedNames.map((feed) => (feeds.includes(feed.value) ? feed : { ...feed, storedOnly: true })),
  }),
  ...grouped(msg('Process'), {
    process: panel<EgressControlContext>({ name: 'process' }),
    'process.low_delay': toggle<EgressControlContext>({
      label: msg('Low delay'),
      help: msg('Holds back nothing while encoding and writing (low_delay). May cost quality.'),
      advanced: true,
    }),
  }),
  ...grouped(msg('Limits'), {
    'limits.cpu_usage': number<EgressControlContext>({
      label: msg('CPU limit'),
      unit: '%',
      help: msg('The process is ended when it uses more of the machine. 0 = unlimited.'),
      ...{ default: 0, min: 0, empty: 0 },
      when: (_, { limits }) => limits,
      advanced: true,
    }),
    'limits.memory_mbytes': number<EgressControlContext>({
      label: msg('Memory limit'),
      unit: 'MB',
      help: msg('The process is ended when it uses more. 0 = unlimited.'),
      ...{ default: 0, min: 0, empty: 0 },
      when: (_, { limits }) => limits,
      advanced: true,
    }),
    'limits.waitfor_seconds': number<EgressControlContext>({
      label: msg('Tolerated for'),
      unit: 's',
      help: msg('A shorter excess ends nothing.'),
      ...{ default: 5, min: 0, empty: 0 },
      when: (settings, { limits }) =>
        limits && [valueAt(settings, 'limits.cpu_usage'), valueAt(settings, 'limits.memory_mbytes')].some(Boolean),
      advanced: true,
    }),
  }),
};
