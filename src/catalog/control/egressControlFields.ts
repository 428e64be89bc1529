import { msg } from '../../i18n/msg.ts';
import type { Feed } from '../../media/stored/metadata.ts';
import { hidden, number, select, withGroup } from '../form/fields.ts';
import { type LimitsContext, processControlFields } from './processControlFields.ts';

export type EgressControlContext = LimitsContext & {
  feeds: readonly Feed[];
};

/** In order of delay. */
const feedNames: readonly { value: Feed; label: string }[] = [
  { value: 'rtmp', label: msg('RTMP (least delay)') },
  { value: 'srt', label: msg('SRT (little delay)') },
  { value: 'hls+memfs', label: msg('HLS from memory') },
  { value: 'hls+diskfs', label: msg('HLS from disk') },
];

export const feedName = (feed: Feed): string => feedNames.find(({ value }) => value === feed)?.label ?? feed;

export const egressControlFields = {
  'source.source': select<EgressControlContext>({
    label: msg('Read from'),
    help: msg('What the publication reads. Feeds are switched on in the settings of the channel.'),
    default: 'hls+memfs',
    options: [],
    found: ({ feeds }) => feedNames.map((feed) => (feeds.includes(feed.value) ? feed : { ...feed, storedOnly: true })),
  }),
  ...withGroup(msg('Started together'), {
    'turn.group': hidden<string, EgressControlContext>({ default: '' }),
    'turn.order': number<EgressControlContext>({
      label: msg('Order'),
      help: msg('The lowest starts first, in its group and with all of them.'),
      ...{ default: 0, empty: 0 },
      advanced: true,
    }),
    'turn.pause': number<EgressControlContext>({
      label: msg('Pause before it starts'),
      help: msg('After the one before it.'),
      unit: 's',
      ...{ default: 0, min: 0, max: 3600, empty: 0 },
      advanced: true,
    }),
  }),
  ...processControlFields<EgressControlContext>({ advanced: true }),
};
