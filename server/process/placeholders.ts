type Parameters = ReadonlyMap<string, string>;
/** A placeholder's value; it may depend on its parameters (`{rtmp,name=x}`). */
export type Value = (parameters: Parameters) => string;

// The name ends at the first `}`: placeholders cannot be nested, parameters name others with `$` instead.
const PLACEHOLDER = /\{([a-z]+(?::[^{}^,]+)?)(?:\^(.))?(?:,([^}]*))?\}/g;

/**
 * Fills the placeholders of `values` into `text`; unknown ones stay as they are. `{name^:}` puts two backslashes
 * before every `:` of the value (for tee outputs and filters). `variables` are what `$name` means in parameters.
 */
export function fill(
  text: string,
  values: ReadonlyMap<string, Value>,
  variables: ReadonlyMap<string, string> = new Map(),
): string {
  if (!text.includes('{')) return text;
  // Behind the last `}` none can end: each `{` there would look for its end in all that follows.
  const end = text.lastIndexOf('}') + 1;
  const filled = text
    .slice(0, end)
    .replace(PLACEHOLDER, (whole, name: string, escaped?: string, parameters?: string) => {
      const value = values.get(name)?.(parametersOf(parameters ?? '', variables));
      if (value === undefined) return whole;
      return escaped === undefined ? value : value.replaceAll(escaped, () => `\\\\${escaped}`);
    });
  return filled + text.slice(end);
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
