/** Columns and rows of a frame. */
export const LOOK_GRID = { width: 9, height: 8 } as const;
/** Cells of the stored picture per column and row of a frame: small changes need more cells than a comparison. */
export const LOOK_DETAIL = 4;

/** A picture scaled down, for comparing. */
export interface LookFrame {
  /** Whole seconds since the start of the look. */
  at: number;
  /** Brightness by rows, 0 to 255: 72 cells. */
  grey: Uint8Array;
}
export type LookFrames = readonly LookFrame[];

/** Seconds since the start of the look. */
export interface LookSpan {
  from: number;
  to: number;
}

/**
 * `refused`: the core did not run the process; `failed`: ffmpeg ended with an error; `no-video`: because it found no
 * video; `slow`: it took too long; `unreadable`: its log is incomplete, or it decoded nothing.
 */
export type LookFailure = 'refused' | 'failed' | 'no-video' | 'slow' | 'unreadable';

/** What ffmpeg has decoded and found in the newest seconds of a stream. */
export type Look =
  | {
      status: 'seen';
      seconds: number;
      /** Null without video. `still`: spans without any change of the picture; a black picture is still as well. */
      picture: { black: readonly LookSpan[]; still: readonly LookSpan[] } | null;
      /** Null without audio. */
      sound: { silent: readonly LookSpan[] } | null;
      /** One per second. Without changes in between, pictures repeat. */
      frames: LookFrames;
    }
  | { status: 'failed'; cause: LookFailure };
