import { type MaskedText, withinMasked } from '../../../media/masking/maskedText.ts';

/** A line of the core's log as it is shown; `times`: how often it came in a row. */
export interface ReadableLine {
  text: MaskedText;
  times: number;
}

/** What processes are called: names by the end of their ids, which is what the log is full of. */
export type NamesById = ReadonlyMap<string, string>;

/** `restreamer-ui:egress:rtmp:{uuid}`, or the uuid alone. */
const ID = /(?:[\w-]+:)*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_[a-z]+)?/g;

/** The time in front is another one each time. */
const TIME = /^(?:ts=\S+|\d{4}-\d{2}-\d{2}[T ]\S+)\s*/;

/** A request of players or of this page: the same of another segment says nothing new. */
const REQUEST = /component="?HTTP\b/;
/** So many lines back one looks for its like. */
const BACK = 12;

/** With names in place of ids, and what comes again in a row in one line: the latest. */
export function readableLines(log: readonly MaskedText[], names: NamesById): ReadableLine[] {
  const lines: (ReadableLine & { said: string })[] = [];
  for (const line of log) {
    const text = withinMasked(line, (whole) => whole.replaceAll(ID, (id, uuid: string) => names.get(uuid) ?? id));
    const bare = text.replace(TIME, '');
    const asked = REQUEST.test(bare);
    const said = asked ? bare.replaceAll(/\d+/g, '0') : bare;
    const at = lines.findLastIndex((one) => one.said === said);
    const [same] = at >= 0 && at >= lines.length - (asked ? BACK : 1) ? lines.splice(at, 1) : [];
    lines.push({ text, said, times: (same?.times ?? 0) + 1 });
  }
  return lines.map(({ text, times }) => ({ text, times }));
}
