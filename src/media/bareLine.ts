/** What ffmpeg puts in front of a line: which part of it speaks, where that is in memory, and how grave it is. */
const PREFIX = /^(?:\[[^\]]{1,120}\]\s*)+/;

/** A line as people read it, without what only those need who mend ffmpeg; reports keep it as it is. */
export const bareLine = (line: string): string => line.replace(PREFIX, '') || line;
