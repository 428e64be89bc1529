/** Most severe first. ffmpeg prints no severity at the log level that shows progress. */
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

/** Guesses the severity of a line by its words; undefined if neither applies. */
export const toneOf = (line: string): 'error' | 'warning' | undefined =>
  SEVERITIES.find(([, pattern]) => pattern.test(line))?.[0];
