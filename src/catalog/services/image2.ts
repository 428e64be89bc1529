import { msg } from '../../i18n/msg.ts';
import { ffmpegHas } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select, toggle } from '../form/fields.ts';
import {
  amountField,
  optionArguments,
  optionNames,
  serverFields,
  setOptions,
  typedAddress,
  wordSpelling,
} from './helpers/ffmpegOptionFields.ts';

const advanced = true;

const fields = {
  ...serverFields(['https', 'http'], 'upload.example.com/snapshot.jpg'),
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
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#image2',
  requires: { protocols: ['http', 'https'], formats: ['image2'], video: ['mjpeg'], audio: ['none'] },
  sendsStills: true,
  fields,
  outputs: (settings, { skills: { ffmpeg } }) => {
    const said = optionArguments(setOptions(optionNames(fields, 'options'), 'options', settings, wordSpelling));
    const { method } = settings.options;
    // Of -method alone ffmpeg 5.1 takes no notice and sends POST: each image is a file that it opens on its own.
    const opened =
      ffmpegHas('protocolOptionsOfPictures', ffmpeg) && method !== '' ? ['-protocol_opts', `method=${method}`] : [];
    return [{ address: typedAddress(settings), options: ['-f', 'image2', ...said, ...opened] }];
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
