import { afterFilters } from '../../media/encoding/outputFigures.ts';
import { FILTER_OPTIONS, withoutFilter } from '../../media/encoding/parseFilterArguments.ts';
import type { Coder, CoderSettings, Filters, StreamCoding } from '../../media/encoding/profile.ts';
import type { FfmpegVersion } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import { settingsOf } from '../form/settingValues.ts';
import { filters } from './index.ts';
import { type GraphPiece, joinPieces, piecesOf, withOther, withPiece } from './replaceFilterInGraph.ts';

/** The draft of a filter form: settings by filter, and the rest as text. */
export type FilterForm = { settings: Record<string, CoderSettings>; other: string };

const NONE: Filters = { graph: '', settings: {} };

/** The current filters of a coding. The running graph counts if the settings differ from it. */
export function readFilters(type: MediaType, { filter = NONE }: Pick<StreamCoding, 'filter'>): FilterForm {
  const pieces = piecesOf(type, filter);
  const settings = filters[type].flatMap(({ id, ofEncoder, fields, read }) => {
    if (ofEncoder) return [];
    const graph = pieces.find((piece) => piece.id === id)?.graph ?? '';
    const stored = filter.settings[id];
    const found = stored?.graph === graph ? stored.settings : read(graph);
    return [[id, settingsOf(fields, found ?? {})] as const];
  });
  return { settings: Object.fromEntries(settings), other: joinPieces(pieces.filter(({ id }) => id === null)) };
}

/** These leave the picture as it comes, but for its time. */
const OF_TIME = ['bwdif', 'fps'];

/**
 * The video that reaches a filter of this id where it is, or would be; sides of 0 are unknown. `same`: no filter has
 * rotated or cropped it before.
 */
export function pictureBefore(
  id: string,
  { filter = NONE }: Pick<StreamCoding, 'filter'>,
  { width, height }: Pick<Stream, 'width' | 'height'>,
): { width: number; height: number; same: boolean } {
  const pieces = withPiece('video', piecesOf('video', filter), id, id);
  const before = pieces.slice(
    0,
    pieces.findIndex((piece) => piece.id === id),
  );
  const made = afterFilters({ width, height, fps: 0 }, joinPieces(before));
  return {
    width: made.width,
    height: made.height,
    same: before.every((piece) => piece.id !== null && OF_TIME.includes(piece.id)),
  };
}

/** The coding with other filters, in force whichever encoder it has. What is not changed stays as it is, in its place. */
export function withFilters(
  type: MediaType,
  coding: StreamCoding,
  form: FilterForm,
  ffmpeg: FfmpegVersion,
): StreamCoding {
  const { before, after } = apart(type, coding);
  const now = readFilters(type, { filter: before });
  let pieces = piecesOf(type, before);
  const settings = { ...before.settings };
  for (const { id, ofEncoder, graph } of filters[type]) {
    const wanted = form.settings[id];
    if (ofEncoder || wanted === undefined || JSON.stringify(wanted) === JSON.stringify(now.settings[id])) continue;
    settings[id] = { ...settings[id], settings: wanted, graph: graph(wanted, ffmpeg) };
    pieces = withPiece(type, pieces, id, settings[id].graph);
  }
  if (form.other !== now.other) pieces = withOther(pieces, form.other);
  return inForce(type, coding, { ...before, graph: joinPieces(pieces), settings }, after);
}

/**
 * The coding with another encoder, or other settings of it. Its filters stay; those that follow from the encoder
 * are those of the new one.
 */
export function withEncoder(type: MediaType, coding: StreamCoding, encoder: Coder): StreamCoding {
  const { filter } = coding;
  if (!filter || isPassed(encoder)) return { ...coding, encoder };
  const own = withoutFilter(type, encoder.mapping).graph;
  const made = piecesOf(type, { graph: own, settings: {} });
  let pieces = piecesOf(type, filter);
  const settings = { ...filter.settings };
  for (const { id, fields } of filters[type].filter(({ ofEncoder }) => ofEncoder)) {
    const graph = made.find((piece) => piece.id === id)?.graph ?? '';
    if (graph !== '' || settings[id] !== undefined) {
      const keys = Object.keys(fields);
      const kept = Object.entries(encoder.settings).filter(([key]) => keys.includes(key));
      settings[id] = { ...settings[id], settings: { ...settings[id]?.settings, ...Object.fromEntries(kept) }, graph };
    }
    pieces = withPiece(type, pieces, id, graph);
  }
  const after = joinPieces(made.filter((piece) => !isOfEncoder(type, piece)));
  return inForce(type, { ...coding, encoder }, { ...filter, graph: joinPieces(pieces), settings }, after);
}

const isPassed = ({ coder }: Coder) => ['copy', 'none'].includes(coder);
const isOfEncoder = (type: MediaType, { id }: GraphPiece) =>
  filters[type].some((filter) => filter.id === id && filter.ofEncoder);

/** The filters, and what the encoder needs behind them. */
function apart(type: MediaType, { filter, encoder }: StreamCoding): { before: Filters; after: string } {
  const { graph } = withoutFilter(type, encoder.mapping);
  if (filter) {
    const { graph: named } = filter;
    const after = named === '' ? graph : graph.startsWith(`${named},`) ? graph.slice(named.length + 1) : '';
    return { before: filter, after };
  }
  // Data of before 1.2: nothing but what followed from the encoder.
  const pieces = piecesOf(type, { graph, settings: {} });
  const before = pieces.filter((piece) => isOfEncoder(type, piece));
  const settings = before.flatMap(({ id, graph: one }) => {
    const read = filters[type].find((known) => known.id === id)?.read(one);
    return id === null || !read ? [] : [[id, { settings: read, graph: one }] as const];
  });
  return {
    before: { graph: joinPieces(before), settings: Object.fromEntries(settings) },
    after: joinPieces(pieces.filter((piece) => !isOfEncoder(type, piece))),
  };
}

function inForce(type: MediaType, coding: StreamCoding, filter: Filters, after: string): StreamCoding {
  const { encoder } = coding;
  if (isPassed(encoder)) return { ...coding, filter };
  const { rest } = withoutFilter(type, encoder.mapping);
  const graph = [filter.graph, after].filter((one) => one !== '').join(',');
  const [usual, short = usual] = FILTER_OPTIONS[type];
  return { ...coding, filter, encoder: { ...encoder, mapping: graph === '' ? rest : [...rest, short, graph] } };
}
