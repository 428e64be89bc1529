/** In order: the grave ones first. ffmpeg names no severity with the log level that shows its progress. */
const SEVERITIES: ['error' | 'warning', RegExp][] = [
  [
    'error',
    /\berror\b|failed|invalid|refused|unauthorized|forbidden|not found|no such|timed out|unable to|could not|cannot|conversion failed|broken pipe|connection reset|unreachable/i,
  ],
  [
    'warning',
    /warning|deprecated|non-monoton|past duration|discontinuity|missing|corrupt|overread|dropp(ed|ing)|skipp(ed|ing)|unknown/i,
  ],
];

/** How grave a line of ffmpeg's log is, judged by its words; undefined is the usual chatter. */
export const toneOf = (line: string): 'error' | 'warning' | undefined =>
  SEVERITIES.find(([, words]) => words.test(line))?.[0];
