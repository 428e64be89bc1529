import * as z from 'zod/mini';
import { withoutFilter } from '../encoding/parseFilterArguments.ts';
import type { MediaType } from '../encoding/streams.ts';

/** Parsing stored data never throws. Unknown keys stay, so nothing is lost when it is written back. */
export type Group = Record<string, unknown>;
export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const storedGroup = <S extends z.core.$ZodLooseShape>(shape: S) =>
  prepareThen((value) => (isGroup(value) ? value : {}), z.looseObject(shape));
export const prepareThen = <T extends z.ZodMiniType>(shaped: (value: unknown) => unknown, then: T) =>
  z.prefault(z.pipe(z.transform(shaped), then), {});
/** Malformed entries become empty objects, because the position of an entry matters. */
export const storedListOf = <T extends z.ZodMiniType>(item: T) => z.catch(z.array(item), []);
const words = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);
export const storedText = (fallback = '') => z.catch(words, fallback);
export const storedFlag = (fallback: boolean) => z.catch(z.boolean(), fallback);
/** Some forms store numbers as text. */
const digits = z.string().check(z.trim(), z.minLength(1));
const MOST = 2 ** 40;
const number = z.number().check(z.gte(-MOST), z.lte(MOST));
const amount = z.union([number, z.pipe(z.pipe(digits, z.transform(Number)), number)]);
export const storedFigure = (fallback: number) => z.catch(amount, fallback);
export const storedInteger = (fallback: number) => z.pipe(storedFigure(fallback), z.transform(Math.trunc));
export const storedSettings = z.catch(z.record(z.string(), z.unknown()), {});
export const storedOptions = z.catch(z.array(words), []);

/** All of version 1: 1, every release 1.x with any suffix, and a missing version. */
export const isReadableVersion = (version: unknown): boolean =>
  version === undefined || version === 1 || (typeof version === 'string' && /^1([.+-]|$)/.test(version));

/** Release 1.2 or later, which omits keys with default values. */
export const isNewerVersion = (version: unknown): boolean =>
  typeof version === 'string' && Number(/^1\.(\d+)/.exec(version)?.[1] ?? 0) >= 2;

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.flat(2).map(String) : []);
const groupOf = (value: unknown): Group => (isGroup(value) ? value : {});
/** Pan filters are stored as a list. */
const graphOf = (graph: unknown): string => joined([graph].flat().filter((part) => typeof part === 'string'));
const joined = (filters: string[]) => filters.filter((filter) => filter !== '').join(',');

export const storedGlobals = z.catch(z.optional(z.array(storedOptions)), undefined);
const oneGraph = z.pipe(z.transform(graphOf), z.string());
const filtering = {
  graph: oneGraph,
  settings: z.catch(z.record(z.string(), storedGroup({ settings: storedSettings, graph: oneGraph })), {}),
};
export const storedFilters = storedGroup(filtering);
export const optionalFilters = z.catch(z.optional(z.looseObject(filtering)), undefined);

/** Merges the global options, arguments and filters of newer releases into the one list of version 1. */
export function flattenCoding(type: MediaType): (coding: unknown) => unknown {
  return (coding) => {
    if (!isGroup(coding)) return coding;
    const encoder = groupOf(coding.encoder);
    const decoder = groupOf(coding.decoder);
    if (!isGroup(encoder.mapping) && !isGroup(decoder.mapping)) return named(coding, encoder);
    const filter = groupOf(coding.filter);
    const graph = encoder.coder === 'copy' ? '' : graphOf(filter.graph);
    const resampled = type === 'audio' ? resampling(filter) : {};
    return {
      ...coding,
      filter,
      encoder: {
        ...encoder,
        settings: { ...resampled, ...storedSettings.parse(encoder.settings) },
        ...flatMapping(encoder.mapping, graph, type),
      },
      decoder: { ...decoder, ...flatMapping(decoder.mapping, '', null) },
    };
  };
}

/** Some releases stored filters among the encoder settings, where no form showed them. */
function named(coding: Group, encoder: Group): Group {
  const { filter_graph, ...others } = groupOf(encoder.settings);
  if (typeof filter_graph !== 'string') return coding;
  const filter = coding.filter ?? { graph: filter_graph, settings: {} };
  return { ...coding, filter, encoder: { ...encoder, settings: others } };
}

/** @param type null for a decoder, whose filters were never in force */
function flatMapping(mapping: unknown, graph: string, type: MediaType | null): Group {
  if (!isGroup(mapping)) return { mapping: strings(mapping) };
  const global = Array.isArray(mapping.global) ? mapping.global.map((option) => strings([option])) : [];
  const local = strings(mapping.local);
  const { graph: own, rest } = type === null ? { graph: '', rest: local } : withoutFilter(type, local);
  const nameOf = (filter: string) => filter.split('=')[0] ?? '';
  // Release 1.2 copied arguments to the filters without removing them.
  const moved = graph.split(',').some((filter) => nameOf(filter) === nameOf(own));
  const all = joined([graph, moved ? '' : own, ...(type === null ? [] : strings(mapping.filter))]);
  const option = all === '' || type === null ? [] : [type === 'video' ? '-vf' : '-af', all];
  return {
    mapping: [...global.flat(), ...rest, ...option],
    ...(global.length > 0 ? { global } : {}),
  };
}

const resampling = ({ settings: filtered }: Group): Group => groupOf(groupOf(groupOf(filtered).aresample).settings);
