import type { LookFrames } from '../look/look.ts';

/** A frame of a look at a time of the clock that all frames of a comparison share, in seconds. */
export type Frame = LookFrames[number];

/** Frames of a look that decodes keyframes only repeat; a repetition is not a picture of its time. */
const KEPT_S = 2;

/** @param begin when the look began to show the stream, in seconds */
export function framesAt(frames: LookFrames, begin: number): Frame[] {
  const kept: Frame[] = [];
  for (const { at, grey } of frames) {
    const last = kept.at(-1);
    const isRepeated = last !== undefined && begin + at - last.at < KEPT_S && isEqual(last.grey, grey);
    if (!isRepeated) kept.push({ at: begin + at, grey });
  }
  return kept;
}

const isEqual = (one: Uint8Array, other: Uint8Array) => one.every((value, cell) => value === other[cell]);
