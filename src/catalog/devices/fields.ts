import { msg } from '../../i18n/msg.ts';
import { FRAME_RATES, SIZES } from '../form/choiceLists.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import { hidden, type Option, select, selectOrCustom } from '../form/fields.ts';

/** Fields that the sources of devices share. */
const NONE: Option = { value: 'none', label: msg('Choose an input device …'), none: true };

/** The devices found, by value, with the names of the machine. */
export const devicesOf =
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
    options: [NONE],
    found: devicesOf(kind, 'video'),
    required: true,
  });

/** The key under which older forms store the path of an unlisted device. */
export const typedDevice = hidden({ default: '' });

export const deviceIn = ({ device, deviceCustom }: { device: string; deviceCustom: string }): string => {
  const chosen = ['none', 'custom', ''].includes(device.trim()) ? deviceCustom : device;
  return chosen.trim();
};

export const PIXEL_FORMATS = ['yuv420p', 'nv12', 'h264', 'mjpeg'];

export const formatField = (byDefault: string) =>
  selectOrCustom({
    label: msg('Pixel format'),
    help: msg('As the device sends it. H.264 needs no encoding here.'),
    ...{ default: byDefault, options: PIXEL_FORMATS },
  });

export const framerateField = selectOrCustom({ label: msg('Frame rate'), default: '25', options: FRAME_RATES });

export const sizeField = (byDefault: string) =>
  selectOrCustom({ label: msg('Resolution'), default: byDefault, options: SIZES });

/** How many channels a device records. */
export const channelsField = select({ label: msg('Channels'), default: '1', options: ['1', '2'] });

export const optionIfSet = (name: string, value: string): string[] => (value.trim() === '' ? [] : [name, value.trim()]);

/** Packets that come while others are read have room here. */
export const ROOM = ['-thread_queue_size', '512'];
