export type Yaml = string | number | boolean | readonly Yaml[] | { readonly [key: string]: Yaml };

/** Words that YAML takes for something else than a text, as 1.1 does, which some readers still follow. */
const OTHER = /^(?:[\d.+~-].*|true|false|null|yes|no|on|off|y|n|)$/i;
const PLAIN = /^[A-Za-z0-9_/.][A-Za-z0-9_/.@-]*(?::[A-Za-z0-9_/.@-]+)*$/;

/** A text in quotes of JSON is one of YAML. */
const scalar = (value: string | number | boolean): string =>
  typeof value === 'string' && (OTHER.test(value) || !PLAIN.test(value)) ? JSON.stringify(value) : String(value);

const isList = (value: Yaml): value is readonly Yaml[] => Array.isArray(value);

function lines(value: Yaml): string[] {
  if (typeof value !== 'object') return [scalar(value)];
  if (isList(value)) {
    if (value.length === 0) return ['[]'];
    return value.flatMap((entry) => {
      const [first = '', ...rest] = lines(entry);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return ['{}'];
  return entries.flatMap(([key, entry]) => {
    const inner = lines(entry);
    const [first = ''] = inner;
    const isNested = typeof entry === 'object' && !(first === '[]' || first === '{}');
    return isNested ? [`${scalar(key)}:`, ...inner.map((line) => `  ${line}`)] : [`${scalar(key)}: ${first}`];
  });
}

/** One or more documents. */
export const toYaml = (...documents: readonly Yaml[]): string =>
  documents.map((document) => `${lines(document).join('\n')}\n`).join('---\n');
