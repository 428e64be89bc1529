/**
 * The files that an edge keeps of a channel, and for how long. The first row that fits counts. `rest`: the name of the
 * file after that of its channel, as a regular expression; `seconds`: how long an edge answers without a request to the
 * core.
 */
export interface EdgeFile {
  readonly kind: 'playlist' | 'init' | 'segment' | 'poster';
  readonly rest: string;
  readonly seconds: number;
  readonly type: string | null;
}

export const EDGE_FILES: readonly EdgeFile[] = [
  { kind: 'playlist', rest: '(?:_[\\w-]+)?\\.m3u8', seconds: 1, type: 'application/vnd.apple.mpegurl' },
  // It has the same name in each run of the channel, and goes with the segments of one.
  { kind: 'init', rest: '(?:_[\\w-]+)?\\.mp4', seconds: 2, type: 'video/mp4' },
  // A playlist that viewers look back in begins at 0 after a loss: longer, and segments of before would be shown. They are
  // numbered, so of names that somebody makes up few get as far as the origin.
  { kind: 'segment', rest: '(?:[\\w/-]*[_/])?\\d{1,16}\\.(?:ts|m4s|mp4|aac|vtt)', seconds: 60, type: null },
  { kind: 'poster', rest: '\\.jpg', seconds: 10, type: null },
];

/** Refused names: so that whoever guesses them asks the origin seldom. */
export const MISSING_SECONDS = 5;

/** A viewer is counted until so long after the last playlist. */
export const VIEWER_SECONDS = 15;
