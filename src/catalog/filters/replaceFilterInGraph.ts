import { splitGraph } from '../../media/encoding/parseFilterArguments.ts';
import type { Filters } from '../../media/encoding/profile.ts';
import type { MediaType } from '../../media/encoding/streams.ts';
import { filters } from './index.ts';

/** A piece of a graph: of one filter that is known here, or of none. */
export type GraphPiece = { id: string | null; graph: string };

/** The longest that one filter makes: half a turn is two. */
const LONGEST = 2;

/** The filters of a graph's parts: by the data stored with each filter, else by its text. Each part has one. */
export function piecesOf(type: MediaType, { graph, settings }: Filters): GraphPiece[] {
  const parts = splitGraph(graph);
  const pieces: GraphPiece[] = [];
  while (parts.length > 0) {
    const tried = [LONGEST, 1].flatMap((length) => {
      const text = parts.slice(0, length).join(',');
      const free = filters[type].filter(({ id }) => pieces.every((piece) => piece.id !== id));
      const found =
        free.find(({ id }) => settings[id]?.graph === text) ?? free.find((filter) => filter.read(text) !== null);
      return found && length <= parts.length ? [{ id: found.id, graph: text, length }] : [];
    });
    const [{ id, graph: text, length }] = [...tried, { id: null, graph: parts[0] ?? '', length: 1 }];
    pieces.push({ id, graph: text });
    parts.splice(0, length);
  }
  return pieces;
}

export const joinPieces = (pieces: readonly GraphPiece[]): string =>
  pieces
    .map(({ graph }) => graph)
    .filter((graph) => graph !== '')
    .join(',');

/** With what one filter does now. It stays in its place; a new one comes where its order says. */
export function withPiece(type: MediaType, pieces: readonly GraphPiece[], id: string, graph: string): GraphPiece[] {
  const at = pieces.findIndex((piece) => piece.id === id);
  if (at >= 0) return graph === '' ? pieces.toSpliced(at, 1) : pieces.with(at, { id, graph });
  if (graph === '') return [...pieces];
  const rank = (one: string | null) => filters[type].findIndex((filter) => filter.id === one);
  const later = pieces.findIndex((piece) => piece.id !== null && rank(piece.id) > rank(id));
  return pieces.toSpliced(later < 0 ? pieces.length : later, 0, { id, graph });
}

/** With other text in place of all that no filter here makes. */
export function withOther(pieces: readonly GraphPiece[], graph: string): GraphPiece[] {
  const at = pieces.findIndex(({ id }) => id === null);
  const known = pieces.filter(({ id }) => id !== null);
  const place = at < 0 ? known.length : pieces.slice(0, at).length;
  return graph === '' ? known : known.toSpliced(place, 0, { id: null, graph });
}
