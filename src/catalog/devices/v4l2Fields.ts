import { msg } from '../../i18n/msg.ts';
import type { Input } from '../../media/encoding/profile.ts';
import {
  deviceField,
  deviceIn,
  formatField,
  framerateField,
  optionIfSet,
  ROOM,
  sizeField,
  typedDevice,
} from './fields.ts';

export const v4l2Fields = (kind: string, byDefault: { format: string; size: string }) => ({
  device: deviceField(kind),
  deviceCustom: typedDevice,
  format: formatField(byDefault.format),
  framerate: framerateField,
  size: sizeField(byDefault.size),
});

type V4l2 = { device: string; deviceCustom: string; format: string; framerate: string; size: string };

/** The device sets the pace: it is not read in real time by a clock of ffmpeg's own. */
export function v4l2Inputs({ format, framerate, size, ...from }: V4l2): Input[] {
  const address = deviceIn(from);
  if (address === '') return [];
  const options = [
    ...optionIfSet('-framerate', framerate),
    ...optionIfSet('-video_size', size),
    ...optionIfSet('-input_format', format),
  ];
  return [{ address, options: [...ROOM, '-f', 'video4linux2', ...options] }];
}

export const NO_VIDEO_DEVICE = msg(
  'This core finds no camera. Give it one: for Docker start the container with --device /dev/video0.',
);
