import type { MediaType } from './streams.ts';

/** Equivalent spellings; the last one wins. */
export const FILTER_OPTIONS: Record<MediaType, readonly [usual: string, ...others: string[]]> = {
  video: ['-filter:v', '-vf'],
  audio: ['-filter:a', '-af'],
};

export function withoutFilter(type: MediaType, mapping: readonly string[]): { graph: string; rest: string[] } {
  const isFilter = (word: string | undefined) => FILTER_OPTIONS[type].some((option) => option === word);
  const at = mapping.findLastIndex(isFilter);
  const rest = mapping.filter((word, i) => !isFilter(word) && !isFilter(mapping[i - 1]));
  return { graph: at < 0 ? '' : (mapping[at + 1] ?? ''), rest };
}

/** A graph with several chains stays in one piece. */
export function splitGraph(graph: string): string[] {
  const parts = [''];
  let quoted = false;
  for (let i = 0; i < graph.length; i += 1) {
    const sign = graph.charAt(i);
    if (sign === '\\') i += 1;
    if (sign === "'") quoted = !quoted;
    if (!quoted && (sign === ';' || sign === '[')) return [graph];
    if (!quoted && sign === ',') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign === '\\' ? sign + graph.charAt(i) : sign}`);
  }
  return parts.filter((part) => part !== '');
}
