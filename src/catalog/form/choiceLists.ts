import type { Option } from './fields.ts';
import type { Figure } from './parseFigure.ts';

export const FRAME_RATES = ['60', '59.94', '50', '30', '29.97', '25', '24', '23.97', '15', '10'];
export const SIZES = [
  '7680x4320',
  '5120x2880',
  '4096x2160',
  '3840x2160',
  '3200x1800',
  '2560x1600',
  '2560x1440',
  '2048x1080',
  '1920x1080',
  '1600x900',
  '1280x1080',
  '1280x720',
  '960x540',
  '854x480',
  '640x360',
  '426x240',
];
export const SAMPLE_RATES = ['96000', '88200', '48000', '44100', '22050', '8000'];
/** Powers of two from stored data, and recommendations of platforms. */
export const VIDEO_BITRATES = [
  ...['32768', '24576', '20480', '16384', '12288', '9000', '8192', '6000', '4500', '4096', '3500', '2500', '2048'],
  ...['1024', '512', '256'],
];
export const AUDIO_BITRATES = ['320', '256', '192', '160', '128', '96', '64', '32', '16', '8'];

export const FRAME_RATE_LIMITS = { min: 0.1, max: 300, step: 0.001 };
export const FRAME_RATE: Figure = { ...FRAME_RATE_LIMITS, unit: 'fps', also: 'fraction' };
/** Even, as chroma has half the lines; 16384 is the longest side of H.264. */
export const SIZE: Figure = { min: 16, max: 16_384, step: 2, sides: true };
export const SIDE: Figure = { min: 16, max: 16_384, step: 2, unit: 'px' };
export const SAMPLE_RATE: Figure = { min: 8000, max: 192_000 };
/** kbit/s. Maximum of H.264 High at level 6.2; ffmpeg rejects twice as much (-bufsize). */
export const VIDEO_BITRATE: Figure = { min: 1, max: 1_000_000 };
export const AUDIO_BITRATE: Figure = { min: 1, max: 1500 };

export const storedOnly = (value: string): Option => ({ value, label: value, storedOnly: true });

export const offerChoices = (values: readonly string[], refused: readonly string[] = []): (string | Option)[] =>
  values.map((value) => (refused.includes(value) ? storedOnly(value) : value));
