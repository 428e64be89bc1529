import { msg } from '../../i18n/msg.ts';
import { ffmpegHas } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService, type ServiceContext } from '../form/defineCatalogEntry.ts';
import { number, select, toggle } from '../form/fields.ts';
import { isSwitchedOn } from '../form/fieldValues.ts';
import {
  amountField,
  optionArguments,
  optionNames,
  serverFields,
  setOptions,
  typedAddress,
  wordSpelling,
} from './helpers/ffmpegOptionFields.ts';
import { cleanupField, imageCleanup, isInMemory } from './helpers/memoryCleanup.ts';

const advanced = true;
const KEEP = 60;

const fields = {
  ...serverFields(['https', 'http'], 'upload.example.com/snapshot.jpg'),
  cleanup: cleanupField(
    msg(
      'The memory of this core keeps what is uploaded. Of numbered images the newest are kept; an image that is replaced each time is deleted with the publication.',
    ),
  ),
  keep: number<ServiceContext>({
    label: msg('Keep at most'),
    unit: msg('files'),
    ...{ default: KEEP, min: 1 },
    when: (settings, context) =>
      isSwitchedOn(settings, 'cleanup') && /%/.test(String(settings.address)) && isInMemory(settings, context),
  }),
  'options.frame_pts': toggle({ label: msg('Number by time stamps'), advanced }),
  'options.start_number': amountField({
    label: msg('First number'),
    default: '1',
    min: 1,
    advanced,
  }),
  'options.update': toggle({ label: msg('Replace the same image each time'), default: true, advanced }),
  'options.strftime': toggle({ label: msg('Name by the clock'), advanced }),
  'options.method': select({
    label: msg('Method'),
    default: 'PUT',
    advanced,
    options: [{ value: '', label: msg('Default') }, 'PUT', 'POST'],
  }),
};

export const image2 = defineService({
  id: 'image2',
  name: 'Image2',
  words: ['picture', 'still', 'snapshot', 'jpg', 'png'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#image2',
  requires: { protocols: ['http', 'https'], formats: ['image2'], video: ['mjpeg'], audio: ['none'] },
  sendsStills: true,
  fields,
  begins: () => ({ cleanup: true }),
  outputs: (settings, context) => {
    const { ffmpeg } = context.skills;
    const args = optionArguments(setOptions(optionNames(fields, 'options'), 'options', settings, wordSpelling));
    const { method } = settings.options;
    // ffmpeg 5.1 ignores -method here and sends POST, as it opens each image separately.
    const opened =
      ffmpegHas('protocolOptionsOfPictures', ffmpeg) && method !== '' ? ['-protocol_opts', `method=${method}`] : [];
    const address = typedAddress(settings);
    const rules = settings.cleanup ? imageCleanup(address, settings.keep, context) : [];
    return [{ address, options: ['-f', 'image2', ...args, ...opened], ...(rules.length > 0 && { cleanup: rules }) }];
  },
});

const plain = [
  ...['-f', 'image2', '-frame_pts', 'false', '-start_number', '1', '-update', 'true'],
  ...['-strftime', 'false', '-method', 'PUT'],
];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  {
    given: { address: 'host/snap.jpg' },
    ffmpeg: { major: 0, minor: 0 },
    expect: [{ address: 'https://host/snap.jpg', options: plain }],
  },
  {
    given: { address: ' HTTP://host/snap.jpg ' },
    ffmpeg: { major: 5, minor: 1 },
    expect: [{ address: 'http://host/snap.jpg', options: [...plain, '-protocol_opts', 'method=PUT'] }],
  },
  {
    given: { protocol: 'http://', address: 'h/%03d.jpg', options: { update: false, start_number: '', method: '' } },
    expect: [
      {
        address: 'http://h/%03d.jpg',
        options: ['-f', 'image2', '-frame_pts', 'false', '-update', 'false', '-strftime', 'false'],
      },
    ],
  },
];
