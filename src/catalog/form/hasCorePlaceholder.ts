/**
 * A bracket that begins a word, also at the end, where the word may stand in the next field: `{memfs}` and
 * `{rtmp,name=…}` are words of the core, which puts addresses with its passwords in their place. Not by a list, as newer
 * cores may know more of them. Blanks in between do not count: what makes an address of it may leave them out.
 */
const BEGINS = /\{\s*(?:[a-z$]|$)/i;

/** Whether the core could fill in something of its own. A value of a field, whatever its kind. */
export const holdsPlaceholder = (value: unknown): boolean =>
  Array.isArray(value) ? BEGINS.test(value.join(',')) : typeof value === 'string' && BEGINS.test(value);
