import { type MaskedText, withinMasked } from '../../media/maskedText.ts';

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

/** With names in place of ids, and what comes again in a row in one line: the latest. */
export function readableLines(log: readonly MaskedText[], names: NamesById): ReadableLine[] {
  const lines: (ReadableLine & { said: string })[] = [];
  for (const line of log) {
    const text = withinMasked(line, (whole) => whole.replaceAll(ID, (id, uuid: string) => names.get(uuid) ?? id));
    const said = text.replace(TIME, '');
    const last = lines.at(-1);
    if (last?.said === said) lines[lines.length - 1] = { text, said, times: last.times + 1 };
    else lines.push({ text, said, times: 1 });
  }
  return lines.map(({ text, times }) => ({ text, times }));
}
