import { msg } from '../../i18n/msg.ts';
import { select } from '../fields.ts';
import { frameFields } from './framerate.ts';
import { bitrateField, figureField } from './videoFields.ts';

/** The first graphics unit of a machine. */
const DEVICE = '/dev/dri/renderD128';

/** It is opened once for the whole process, whoever works on it. */
export const vaapiDevice = (): string[][] => [['-vaapi_device', DEVICE]];
/** Pictures go up to it. */
export const UPLOAD = 'format=nv12,hwupload';

/** By the names that ffmpeg has since it knows this option. */
const MODES: Record<string, string> = { '2': 'CBR', '3': 'VBR', '4': 'ICQ', '5': 'QVBR', '6': 'AVBR' };

export const vaapiFields = {
  // 1 is stored everywhere and was never in force: the bitrate decides.
  rc_mode: select({
    label: msg('Rate control'),
    default: '1',
    options: [
      { value: '1', label: msg('Automatic') },
      { value: '0', label: msg('Automatic'), storedOnly: true },
      { value: '2', label: msg('Constant bitrate') },
      { value: '3', label: msg('Variable bitrate') },
      { value: '4', label: msg('Constant quality (ICQ)') },
      { value: '5', label: msg('Variable bitrate of defined quality (QVBR)') },
      { value: '6', label: msg('Average bitrate (AVBR)') },
    ],
  }),
  bitrate: bitrateField,
  ...frameFields,
  quality: figureField(msg('Quality'), '-1', msg('-1 is automatic; else a low figure is best and a high one fastest.')),
};

export const vaapiMode = (mode: string): string[] => {
  const name = MODES[mode];
  return name === undefined ? [] : ['-rc_mode', name];
};
