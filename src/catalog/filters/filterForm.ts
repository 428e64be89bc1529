import { afterFilters } from '../../media/encoding/outputFigures.ts';
import { FILTER_OPTIONS, splitGraph, withoutFilter } from '../../media/encoding/parseFilterArguments.ts';
import type { Coder, CoderSettings, Filters, StreamCoding } from '../../media/encoding/profile.ts';
import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import { misspeltFigures, settingsOf } from '../form/fieldValues.ts';
import { knownFilters } from './index.ts';

type GraphPiece = { id: string | null; graph: string };

/** Maximum number of parts of one filter: a rotation by 180° has two. */
const LONGEST = 2;

/** Assigns parts of the graph to filters, by stored data or else by their text. */
export function splitIntoPieces(type: MediaType, { graph, settings }: Filters): GraphPiece[] {
  const parts = splitGraph(graph);
  const pieces: GraphPiece[] = [];
  while (parts.length > 0) {
    const readings = [LONGEST, 1].flatMap((length) => {
      const text = parts.slice(0, length).join(',');
      const free = knownFilters[type].filter(({ id }) => pieces.every((piece) => piece.id !== id));
      const found =
        free.find(({ id }) => settings[id]?.graph === text) ?? free.find((filter) => filter.read(text) !== null);
      return found && length <= parts.length ? [{ id: found.id, graph: text, length }] : [];
    });
    const [{ id, graph: text, length }] = [...readings, { id: null, graph: parts[0] ?? '', length: 1 }];
    pieces.push({ id, graph: text });
    parts.splice(0, length);
  }
  return pieces;
}

const joinPieces = (pieces: readonly GraphPiece[]): string =>
  pieces
    .map(({ graph }) => graph)
    .filter((graph) => graph !== '')
    .join(',');

/** Replaces one filter in place; a new one is inserted in the standard order. */
function withPiece(type: MediaType, pieces: readonly GraphPiece[], id: string, graph: string): GraphPiece[] {
  const at = pieces.findIndex((piece) => piece.id === id);
  if (at >= 0) return graph === '' ? pieces.toSpliced(at, 1) : pieces.with(at, { id, graph });
  if (graph === '') return [...pieces];
  const rank = (id: string | null) => knownFilters[type].findIndex((filter) => filter.id === id);
  const later = pieces.findIndex((piece) => piece.id !== null && rank(piece.id) > rank(id));
  return pieces.toSpliced(later < 0 ? pieces.length : later, 0, { id, graph });
}

function withOther(pieces: readonly GraphPiece[], graph: string): GraphPiece[] {
  const at = pieces.findIndex(({ id }) => id === null);
  const recognized = pieces.filter(({ id }) => id !== null);
  const place = at < 0 ? recognized.length : pieces.slice(0, at).length;
  return graph === '' ? recognized : recognized.toSpliced(place, 0, { id: null, graph });
}

export type FilterForm = { settings: Record<string, CoderSettings>; other: string };

const NONE: Filters = { graph: '', settings: {} };

/** Reads the filters of a coding. The graph wins over settings that differ from it. */
export function readFilters(type: MediaType, { filter = NONE }: Pick<StreamCoding, 'filter'>): FilterForm {
  const pieces = splitIntoPieces(type, filter);
  const settings = knownFilters[type].flatMap(({ id, ofEncoder, fields, read }) => {
    if (ofEncoder) return [];
    const graph = pieces.find((piece) => piece.id === id)?.graph ?? '';
    const stored = filter.settings[id];
    const found = stored?.graph === graph ? stored.settings : read(graph);
    return [[id, settingsOf(fields, found ?? {})] as const];
  });
  return { settings: Object.fromEntries(settings), other: joinPieces(pieces.filter(({ id }) => id === null)) };
}

const OF_TIME = ['bwdif', 'fps'];

/** Size before a filter; sides of 0 are unknown. `same`: no earlier filter has rotated or cropped the video. */
export function pictureBeforeFilter(
  id: string,
  { filter = NONE }: Pick<StreamCoding, 'filter'>,
  { width, height }: Pick<Stream, 'width' | 'height'>,
): { width: number; height: number; same: boolean } {
  const pieces = withPiece('video', splitIntoPieces('video', filter), id, id);
  const before = pieces.slice(
    0,
    pieces.findIndex((piece) => piece.id === id),
  );
  const size = afterFilters({ width, height, fps: 0 }, joinPieces(before));
  return {
    width: size.width,
    height: size.height,
    same: before.every((piece) => piece.id !== null && OF_TIME.includes(piece.id)),
  };
}

export function applyFilters(
  type: MediaType,
  coding: StreamCoding,
  form: FilterForm,
  ffmpeg: FfmpegVersion,
): StreamCoding {
  const { before, after } = splitFilters(type, coding);
  const now = readFilters(type, { filter: before });
  let pieces = splitIntoPieces(type, before);
  const settings = { ...before.settings };
  for (const { id, ofEncoder, fields, graph } of knownFilters[type]) {
    const target = form.settings[id];
    const misspelt = misspeltFigures(fields, settings[id]?.settings).length > 0;
    const same = !misspelt && JSON.stringify(target) === JSON.stringify(now.settings[id]);
    if (ofEncoder || target === undefined || same) continue;
    settings[id] = { ...settings[id], settings: target, graph: graph(target, ffmpeg) };
    pieces = withPiece(type, pieces, id, settings[id].graph);
  }
  if (form.other !== now.other) pieces = withOther(pieces, form.other);
  return applied(type, coding, { ...before, graph: joinPieces(pieces), settings }, after);
}

/** Keeps the filters, and replaces those that the old encoder required. */
export function replaceEncoder(type: MediaType, coding: StreamCoding, encoder: Coder): StreamCoding {
  const { filter } = coding;
  if (!filter || isPassed(encoder)) return { ...coding, encoder };
  const own = withoutFilter(type, encoder.mapping).graph;
  const split = splitIntoPieces(type, { graph: own, settings: {} });
  let pieces = splitIntoPieces(type, filter);
  const settings = { ...filter.settings };
  for (const { id, fields } of knownFilters[type].filter(({ ofEncoder }) => ofEncoder)) {
    const graph = split.find((piece) => piece.id === id)?.graph ?? '';
    if (graph !== '' || settings[id] !== undefined) {
      const keys = Object.keys(fields);
      const own = Object.entries(encoder.settings).filter(([key]) => keys.includes(key));
      settings[id] = { ...settings[id], settings: { ...settings[id]?.settings, ...Object.fromEntries(own) }, graph };
    }
    pieces = withPiece(type, pieces, id, graph);
  }
  const after = joinPieces(split.filter((piece) => !isOfEncoder(type, piece)));
  return applied(type, { ...coding, encoder }, { ...filter, graph: joinPieces(pieces), settings }, after);
}

const isPassed = ({ coder }: Coder) => ['copy', 'none'].includes(coder);
const isOfEncoder = (type: MediaType, { id }: GraphPiece) =>
  knownFilters[type].some((filter) => filter.id === id && filter.ofEncoder);

function splitFilters(type: MediaType, { filter, encoder }: StreamCoding): { before: Filters; after: string } {
  const { graph } = withoutFilter(type, encoder.mapping);
  if (filter) {
    const { graph: named } = filter;
    const after = named === '' ? graph : graph.startsWith(`${named},`) ? graph.slice(named.length + 1) : '';
    return { before: filter, after };
  }
  // Data from before 1.2 only has what the encoder required.
  const pieces = splitIntoPieces(type, { graph, settings: {} });
  const before = pieces.filter((piece) => isOfEncoder(type, piece));
  const settings = before.flatMap(({ id, graph: part }) => {
    const read = knownFilters[type].find((filter) => filter.id === id)?.read(part);
    return id === null || !read ? [] : [[id, { settings: read, graph: part }] as const];
  });
  return {
    before: { graph: joinPieces(before), settings: Object.fromEntries(settings) },
    after: joinPieces(pieces.filter((piece) => !isOfEncoder(type, piece))),
  };
}

function applied(type: MediaType, coding: StreamCoding, filter: Filters, after: string): StreamCoding {
  const { encoder } = coding;
  if (isPassed(encoder)) return { ...coding, filter };
  const { rest } = withoutFilter(type, encoder.mapping);
  const graph = [filter.graph, after].filter((part) => part !== '').join(',');
  const [usual, short = usual] = FILTER_OPTIONS[type];
  return { ...coding, filter, encoder: { ...encoder, mapping: graph === '' ? rest : [...rest, short, graph] } };
}
