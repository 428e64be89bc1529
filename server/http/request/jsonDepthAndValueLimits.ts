const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

interface MostShape {
  readonly levels: number;
  readonly values: number;
}

/**
 * Whether a JSON text gets deeper, or has more values, than it may. Asked before anything is built of it: a text of
 * brackets or of commas takes a hundred times its own memory, and a schema some words for each value.
 */
export function shapeFault(text: string, most: MostShape): { readonly deepAt: number } | 'tooMany' | null {
  if (text.length <= Math.min(most.levels, most.values)) return null;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (sign === BRACKET || sign === BRACE) {
      depth += 1;
      values += 1;
      if (depth > most.levels) return { deepAt: at };
      if (values > most.values) return 'tooMany';
    } else if (sign === BRACKET + 2 || sign === BRACE + 2) {
      depth -= 1;
    } else if (sign === COMMA) {
      values += 1;
      if (values > most.values) return 'tooMany';
    }
  }
  return null;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) return at;
  }
  return text.length;
}
