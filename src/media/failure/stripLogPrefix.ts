/** What ffmpeg puts in front of a line: which part of it speaks, where that is in memory, and how grave it is. */
const PREFIX = /^(?:\[[^\]]{1,120}\]\s*)+/;

/** How ffmpeg ends, whatever it failed of, and what it counted: that tells nobody why. */
const EMPTY = /^(?:Conversion failed|Exiting norm|frame=|size=|video:|kb\/s:|Qavg)/;

/** A line as people read it, without what only those need who mend ffmpeg; '' of one that says nothing of why. */
export function stripLogPrefix(line: string): string {
  const said = line.replace(PREFIX, '') || line;
  return EMPTY.test(said) ? '' : said;
}
