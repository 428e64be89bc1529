/** Of a line: what is longer would take patterns ages, and says nothing more. */
const TELLING = 2000;

/** Some interfaces have ffmpeg write how grave a line is, behind the component or in front of all. */
const LEVEL = /^(\[[^\]]{1,80}\] )?(?:\[(?:panic|fatal|error|warning|info|verbose|debug)\] )/;

/** As ffmpeg prints it without levels. */
export const bare = (line: string): string => line.slice(0, TELLING).replace(LEVEL, '$1').trimEnd();

/** Error messages of musl, and those of glibc. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['Address in use', 'Address already in use'],
  ['Address not available', 'Cannot assign requested address'],
  ['Connection aborted', 'Software caused connection abort'],
  ['Host is unreachable', 'No route to host'],
  ['I/O error', 'Input/output error'],
  ['Message too large', 'Message too long'],
  ['Network unreachable', 'Network is unreachable'],
  ['Not a tty', 'Inappropriate ioctl for device'],
  ['Operation timed out', 'Connection timed out'],
  ['Out of memory', 'Cannot allocate memory'],
  ['Resource busy', 'Device or resource busy'],
  ['Result not representable', 'Numerical result out of range'],
  ['Socket not connected', 'Transport endpoint is not connected'],
]);
const REASON = new RegExp(`(?<=[:(] ?)(?:${[...REASONS.keys()].join('|')})(?=\\W|$)`);

/** As it is compared with what is known. */
export const usual = (line: string): string => bare(line).replace(REASON, (reason) => REASONS.get(reason) ?? reason);

/** The version, the build and the libraries come first in every log. */
const BANNER = /^(?:ffmpeg version |\s+built with |\s+configuration:|\s+lib[a-z]+\s+\d)/;
/** Lines that report progress, not an error, and the end of every successful probe. */
const CHATTER =
  /^(?:frame=|size=|\s*Press \[q\]|At least one output file must be specified|(?:In|Out)put #\d|Stream mapping:|\s+Stream #|\s+Metadata:|\s+Duration:|\s+Program \d|\s+Side data:|\s+[\w-]{1,40}\s*: |x265 \[info\]|encoded \d+ frames|Svt\[info\])|\] (?:Opening '|Skip \('#|frame I:|frame P:|frame B:|mb [IPB] |8x8 transform|coded y,|ref [PB] L|kb\/s:|Qavg:|i\d+ v,|using (?:cpu|SAR)|profile |264 - core|Weighted P|consecutive B)/;
/** Consequences of any failure, and general advice. */
const CONSEQUENCE =
  /^Conversion failed!|^Error opening (?:in|out)put files?\b|^Error initializing output stream|^\s+Last message repeated|Could not write header|Error while opening encoder|[Ee]rror writing trailer|[Ee]rror closing file|Failed to update header|Task finished with error|Terminating thread|Could not open encoder before EOF|Nothing was written into output|Error sending frames to consumers|Error muxing a packet|Error reinitializing filters|Failed to inject frame into filter|Error while processing the decoded data|Cannot open connection tcp:|Unknown connect error|session has been invalidated|Output file is empty|add a trailing '\?'|Did you mean file:|^video:|\] video:\d|Error marking filters as finished|Finishing stream \d|Error while filtering:|^Exiting normally|Error applying encoder options/;

/** Messages of a decoder about damaged packets: counted as warnings, not as a cause. */
const DECODER =
  /^\[(?:h264|hevc|mpeg2video|mpeg4|mp3float|mp3|ac3|vp8|vp9|av1) @ [^\]]*\] (?!non-existing|Invalid audio stream|Exactly one|Value \S+ for parameter|Undefined constant|Error setting option|no frame|No device|Could not|Cannot|Failed|Unable)|^Error while decoding stream|Error submitting packet to decoder|Decoding error: /;

const REPEATED = /^\s+Last message repeated (\d{1,9}) times/;

export const isSilent = (line: string): boolean =>
  line.trim() === '' || BANNER.test(line) || CHATTER.test(line) || DECODER.test(line);
export const isConsequence = (line: string): boolean => CONSEQUENCE.test(line);

/** How often the line before is meant once more. */
export const repeatedIn = (line: string): number => Number(REPEATED.exec(line)?.[1] ?? 0);
