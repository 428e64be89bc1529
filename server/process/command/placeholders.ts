type Parameters = ReadonlyMap<string, string>;
/** A placeholder's value; it may depend on its parameters (`{rtmp,name=x}`). */
export type Value = (parameters: Parameters) => string;

// The name ends at the first `}`: placeholders cannot be nested, parameters name others with `$` instead.
const PLACEHOLDER = /\{([a-z]+(?::[^{}^,]+)?)(?:\^(.))?(?:,([^}]*))?\}/g;

/** They stand for addresses of this core, with its passwords and tokens. */
const OWN_ADDRESSES = new Set(['memfs', 'diskfs', 'fs:mem', 'fs:disk', 'rtmp', 'srt']);

/**
 * Fills the placeholders of `values` into `text`; unknown ones stay as they are. So do those for addresses of this core
 * within the address of another host, which would be sent its passwords: behind `://`, and of a list (`a|b`) behind that of the same target. `{name^:}` puts two backslashes
 * before every `:` of the value (for tee outputs and filters). `variables` are what `$name` means in parameters.
 */
export function fill(
  text: string,
  values: ReadonlyMap<string, Value>,
  { variables = new Map(), isList = false }: { variables?: Parameters; isList?: boolean } = {},
): string {
  if (!text.includes('{')) return text;
  // Behind the last `}` none can end: each `{` there would look for its end in all that follows.
  const end = text.lastIndexOf('}') + 1;
  const isBehindHost = hostsBefore(text, isList);
  const filled = text
    .slice(0, end)
    .replace(PLACEHOLDER, (whole, name: string, escaped?: string, parameters?: string, offset?: number) => {
      if (OWN_ADDRESSES.has(name) && isBehindHost(offset ?? 0)) return whole;
      const value = values.get(name)?.(parametersOf(parameters ?? '', variables));
      if (value === undefined) return whole;
      return escaped === undefined ? value : value.replaceAll(escaped, () => `\\\\${escaped}`);
    });
  return filled + text.slice(end);
}

/** Tells for places in a text, each behind the one before, whether an address with a host has begun there. */
function hostsBefore(text: string, isList: boolean): (place: number) => boolean {
  let read = 0;
  let begun = '';
  return (place) => {
    // Only what is new is looked at, as there may be many placeholders.
    const since = begun + text.slice(read, place);
    const target = isList ? since.slice(since.lastIndexOf('|') + 1) : since;
    read = place;
    begun = target.includes('://') ? '://' : target.slice(-2);
    return begun === '://';
  };
}

function parametersOf(text: string, variables: ReadonlyMap<string, string>): Parameters {
  const parameters = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [key = '', ...rest] = pair.split('=');
    const value = rest.join('=').replace(/\$([a-z]+)/g, (whole, name: string) => variables.get(name) ?? whole);
    parameters.set(key, value);
  }
  return parameters;
}
