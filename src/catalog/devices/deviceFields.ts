import { msg } from '../../i18n/msg.ts';
import type { Input } from '../../media/encoding/profile.ts';
import { FRAME_RATE, FRAME_RATES, SIZE, SIZES } from '../form/choiceLists.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import { hidden, type Option, select, selectOrCustom } from '../form/fields.ts';
import { optionIfSet } from '../form/fieldValues.ts';

export const v4l2Fields = (kind: string, defaults: { format: string; size: string }) => ({
  device: deviceField(kind),
  deviceCustom: typedDeviceField,
  format: formatField(defaults.format),
  framerate: framerateField,
  size: sizeField(defaults.size),
});

type V4l2 = { device: string; deviceCustom: string; format: string; framerate: string; size: string };

/** No -re: the device sets the pace. */
export function v4l2Inputs({ format, framerate, size, ...from }: V4l2): Input[] {
  const address = chosenDevice(from);
  if (address === '') return [];
  const options = [
    ...optionIfSet('-framerate', framerate),
    ...optionIfSet('-video_size', size),
    ...optionIfSet('-input_format', format),
  ];
  return [{ address, options: [...INPUT_QUEUE, '-f', 'video4linux2', ...options] }];
}

export const NO_VIDEO_DEVICE = msg(
  'This core finds no camera. Give it one: for Docker start the container with --device /dev/video0.',
);

export const NO_DEVICE: Option = { value: 'none', label: msg('Choose an input device …'), none: true };

export const deviceOptions =
  (kind: string, media?: 'video' | 'audio', stored: (id: string) => string = (id) => id) =>
  ({ skills }: SourceContext): Option[] =>
    (skills.sources[kind] ?? [])
      .filter((device) => media === undefined || device.media === '' || device.media === media)
      .map(({ id, name }) => ({ value: stored(id), label: name === '' ? id : `${name} (${id})` }));

export const deviceField = (kind: string) =>
  selectOrCustom({
    label: msg('Device'),
    holds: 'device',
    default: 'none',
    options: [NO_DEVICE],
    found: deviceOptions(kind, 'video'),
    required: true,
  });

/** Key under which older forms store the path of an unlisted device. */
export const typedDeviceField = hidden({ default: '' });

export const chosenDevice = ({ device, deviceCustom }: { device: string; deviceCustom: string }): string => {
  const chosen = ['none', 'custom', ''].includes(device.trim()) ? deviceCustom : device;
  return chosen.trim();
};

export const PIXEL_FORMATS = ['yuv420p', 'nv12', 'h264', 'mjpeg'];

export const formatField = (fallback: string) =>
  selectOrCustom({
    label: msg('Pixel format'),
    help: msg('As the device sends it. H.264 needs no encoding here.'),
    ...{ default: fallback, options: PIXEL_FORMATS },
  });

export const framerateField = selectOrCustom({
  label: msg('Frame rate'),
  default: '25',
  options: FRAME_RATES,
  figure: { ...FRAME_RATE, optional: true, words: ['0'] },
});

export const sizeField = (fallback: string) =>
  selectOrCustom({
    label: msg('Resolution'),
    default: fallback,
    options: SIZES,
    figure: { ...SIZE, step: 1, optional: true },
  });

export const channelsField = select({ label: msg('Channels'), default: '1', options: ['1', '2'] });

/** Buffers packets that arrive while other inputs are read. */
export const INPUT_QUEUE = ['-thread_queue_size', '512'];
