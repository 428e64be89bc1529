import { unitsIn } from './nal.ts';
import { type Pictures, parseH264Set, parseHevcSet } from './parameterSets.ts';

/** The beginning of one picture, as far as it was looked at. */
export interface PictureStart {
  /** null: no unit of a picture was found. */
  key: boolean | null;
  pictures: Pictures | null;
}

interface VideoReader {
  typeOf(unit: Uint8Array): number;
  isSet(type: number): boolean;
  isPicture(type: number): boolean;
  isKey(type: number): boolean;
  parse(unit: Uint8Array): Pictures | null;
}

const READINGS: Readonly<Record<'h264' | 'hevc', VideoReader>> = {
  h264: {
    typeOf: ([header = 0]) => header & 31,
    isSet: (type) => type === 7,
    isPicture: (type) => type >= 1 && type <= 5,
    isKey: (type) => type === 5,
    parse: parseH264Set,
  },
  hevc: {
    typeOf: ([header = 0]) => (header >> 1) & 63,
    isSet: (type) => type === 33,
    isPicture: (type) => type < 32,
    isKey: (type) => type >= 16 && type <= 23,
    parse: parseHevcSet,
  },
};

/** Properties from the units up to the first one of a picture. */
export function openingOf(codec: keyof typeof READINGS, units: readonly Uint8Array[]): PictureStart {
  const reading = READINGS[codec];
  let pictures: Pictures | null = null;
  for (const unit of units) {
    const type = reading.typeOf(unit);
    if (reading.isSet(type)) pictures ??= reading.parse(unit);
    if (reading.isPicture(type)) return { key: reading.isKey(type), pictures };
  }
  return { key: null, pictures };
}

/** The units before a picture are far shorter than this. */
export const OPENING_BYTES = 4096;

export const openingIn = (codec: keyof typeof READINGS, bytes: Uint8Array): PictureStart =>
  openingOf(codec, unitsIn(bytes.subarray(0, OPENING_BYTES)));
