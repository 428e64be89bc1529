import * as z from 'zod/mini';
import { withoutFilter } from '../encoding/parseFilterArguments.ts';
import type { MediaType } from '../encoding/streams.ts';

/** Reading stored data never fails. Unknown keys stay, so writing back loses nothing. */
export type Group = Record<string, unknown>;
export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const storedGroup = <S extends z.core.$ZodLooseShape>(shape: S) =>
  prepareThen((value) => (isGroup(value) ? value : {}), z.looseObject(shape));
/** What was stored is brought into shape first; what was not, is an empty group. */
export const prepareThen = <T extends z.ZodMiniType>(shaped: (value: unknown) => unknown, then: T) =>
  z.prefault(z.pipe(z.transform(shaped), then), {});
/** Entries that are no objects are read as empty ones: the position of an entry is its name. */
export const storedListOf = <T extends z.ZodMiniType>(item: T) => z.catch(z.array(item), []);
const words = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);
export const storedText = (fallback = '') => z.catch(words, fallback);
export const storedFlag = (fallback: boolean) => z.catch(z.boolean(), fallback);
/** Figures are stored as text by some forms. */
const digits = z.string().check(z.trim(), z.minLength(1));
/** Beyond it a sum or a product is no number any more. */
const MOST = 2 ** 40;
const number = z.number().check(z.gte(-MOST), z.lte(MOST));
const amount = z.union([number, z.pipe(z.pipe(digits, z.transform(Number)), number)]);
export const storedFigure = (fallback: number) => z.catch(amount, fallback);
export const storedInteger = (fallback: number) => z.pipe(storedFigure(fallback), z.transform(Math.trunc));
export const storedSettings = z.catch(z.record(z.string(), z.unknown()), {});
export const storedOptions = z.catch(z.array(words), []);

/** All of version 1 can be read: 1 itself and every release 1.x, with whatever suffix. No version means 1. */
export const isReadableVersion = (version: unknown): boolean =>
  version === undefined || version === 1 || (typeof version === 'string' && /^1([.+-]|$)/.test(version));

/** Written by release 1.2 or a later one: these left keys out that were in force. */
export const isNewerVersion = (version: unknown): boolean =>
  typeof version === 'string' && Number(/^1\.(\d+)/.exec(version)?.[1] ?? 0) >= 2;

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.flat(2).map(String) : []);
const groupOf = (value: unknown): Group => (isGroup(value) ? value : {});
/** A list where a pan filter was chosen. */
const graphOf = (graph: unknown): string => joined([graph].flat().filter((one) => typeof one === 'string'));
const joined = (filters: string[]) => filters.filter((filter) => filter !== '').join(',');

/** Options of the whole process, each with its values. */
export const storedGlobals = z.catch(z.optional(z.array(storedOptions)), undefined);
const oneGraph = z.pipe(z.transform(graphOf), z.string());
const filtering = {
  graph: oneGraph,
  settings: z.catch(z.record(z.string(), storedGroup({ settings: storedSettings, graph: oneGraph })), {}),
};
/** What is done before encoding. Since 1.2 there is always a place for it. */
export const storedFilters = storedGroup(filtering);
export const optionalFilters = z.catch(z.optional(z.looseObject(filtering)), undefined);

/**
 * Newer releases keep global options, arguments and filters of a coder apart. Version 1 has one list of arguments, and
 * ffmpeg takes global options anywhere, so all of it is brought into that list; those of the whole process are named
 * beside it. What the audio settings were moved into (a resample filter) is among those of the encoder as well.
 * @param type of the stream that is coded
 */
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

/** For a while the filters stood among the settings of the encoder, where no form showed them. */
function named(coding: Group, encoder: Group): Group {
  const { filter_graph, ...others } = groupOf(encoder.settings);
  if (typeof filter_graph !== 'string') return coding;
  const filter = coding.filter ?? { graph: filter_graph, settings: {} };
  return { ...coding, filter, encoder: { ...encoder, settings: others } };
}

/** @param type whose filters these may be; those of a decoder were never in force */
function flatMapping(mapping: unknown, graph: string, type: MediaType | null): Group {
  if (!isGroup(mapping)) return { mapping: strings(mapping) };
  const global = Array.isArray(mapping.global) ? mapping.global.map((one) => strings([one])) : [];
  const local = strings(mapping.local);
  const { graph: own, rest } = type === null ? { graph: '', rest: local } : withoutFilter(type, local);
  const nameOf = (filter: string) => filter.split('=')[0] ?? '';
  // What release 1.2 moved into the filters, it left among the arguments.
  const moved = graph.split(',').some((one) => nameOf(one) === nameOf(own));
  const all = joined([graph, moved ? '' : own, ...(type === null ? [] : strings(mapping.filter))]);
  const option = all === '' || type === null ? [] : [type === 'video' ? '-vf' : '-af', all];
  return {
    mapping: [...global.flat(), ...rest, ...option],
    ...(global.length > 0 ? { global } : {}),
  };
}

const resampling = ({ settings: filtered }: Group): Group => groupOf(groupOf(groupOf(filtered).aresample).settings);
