import * as z from 'zod/mini';
import type { MediaType } from './streams.ts';

/**
 * Building blocks of stored data: whatever was written, by whichever release or hand, reading it gives a usable value
 * and never fails. Unknown keys stay, so that writing it back loses nothing.
 */
export type Group = Record<string, unknown>;
export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const group = <S extends z.core.$ZodLooseShape>(shape: S) =>
  prepared((value) => (isGroup(value) ? value : {}), z.looseObject(shape));
/** What was stored is brought into shape first; what was not, is an empty group. */
export const prepared = <T extends z.ZodMiniType>(shaped: (value: unknown) => unknown, then: T) =>
  z.prefault(z.pipe(z.transform(shaped), then), {});
/** Entries that are no objects are read as empty ones: the position of an entry is its name. */
export const listOf = <T extends z.ZodMiniType>(item: T) => z.catch(z.array(item), []);
const words = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);
export const text = (fallback = '') => z.catch(words, fallback);
export const flag = (fallback: boolean) => z.catch(z.boolean(), fallback);
/** Figures are stored as text by some forms. */
const digits = z.string().check(z.trim(), z.minLength(1));
/** Beyond it a sum or a product is no number any more. */
const MOST = 2 ** 40;
const number = z.number().check(z.gte(-MOST), z.lte(MOST));
const amount = z.union([number, z.pipe(z.pipe(digits, z.transform(Number)), number)]);
export const figure = (fallback: number) => z.catch(amount, fallback);
export const whole = (fallback: number) => z.pipe(figure(fallback), z.transform(Math.trunc));
export const settings = z.catch(z.record(z.string(), z.unknown()), {});
export const options = z.catch(z.array(words), []);

/** All of version 1 can be read: 1 itself and every release 1.x, with whatever suffix. No version means 1. */
export const isReadable = (version: unknown): boolean =>
  version === undefined || version === 1 || (typeof version === 'string' && /^1([.+-]|$)/.test(version));

/** Written by release 1.2 or a later one: these left keys out that were in force. */
export const isNewer = (version: unknown): boolean =>
  typeof version === 'string' && Number(/^1\.(\d+)/.exec(version)?.[1] ?? 0) >= 2;

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.flat(2).map(String) : []);

/**
 * Newer releases keep global options, arguments and filters of a coder apart. Version 1 has one list of arguments, and
 * ffmpeg takes global options anywhere, so all of it is brought into that list; what the audio settings were moved
 * into (a resample filter) goes back to the encoder. What else the filters do (size, volume, …) has no settings here:
 * it goes along as `filter_graph` among those of the encoder, else the next save would undo it.
 */
export function flattened(type: MediaType): (coding: unknown) => unknown {
  return (coding) => {
    if (!isGroup(coding)) return coding;
    const { filter, ...rest } = coding;
    const encoder = isGroup(coding.encoder) ? coding.encoder : {};
    const decoder = isGroup(coding.decoder) ? coding.decoder : {};
    if (!isGroup(encoder.mapping) && !isGroup(decoder.mapping)) return coding;
    const filters = isGroup(filter) ? filter : {};
    const graph = encoder.coder === 'copy' ? [] : [filters.graph].flat().map(String);
    return {
      ...rest,
      encoder: {
        ...encoder,
        settings: {
          ...(type === 'audio' ? resampling(filters) : {}),
          ...settings.parse(encoder.settings),
          ...(encoder.coder === 'copy' ? {} : otherFilters(filters, type)),
        },
        mapping: flatMapping(encoder.mapping, filters.graph === undefined ? [] : graph, type),
      },
      decoder: { ...decoder, mapping: flatMapping(decoder.mapping, [], type) },
    };
  };
}

function flatMapping(mapping: unknown, graph: string[], type: MediaType): string[] {
  if (!isGroup(mapping)) return strings(mapping);
  const filters = joined([...graph, ...strings(mapping.filter)]);
  const filtering = filters === '' ? [] : [type === 'video' ? '-vf' : '-af', filters];
  return [...strings(mapping.global), ...strings(mapping.local), ...filtering];
}

const joined = (filters: string[]) => filters.filter((filter) => filter !== '').join(',');

/** The filters that the settings of the encoder do not make. */
function otherFilters({ graph, settings: parts }: Group, type: MediaType): Group {
  const each = Object.entries(isGroup(parts) ? parts : {}).filter(([name]) => name !== 'aresample');
  const graphs =
    type === 'video' ? [graph].flat() : each.flatMap(([, part]) => (isGroup(part) ? [part.graph].flat() : []));
  const filter_graph = joined(graphs.filter((one) => typeof one === 'string'));
  return filter_graph === '' ? {} : { filter_graph };
}

function resampling({ settings: filters }: Group): Group {
  const resample = isGroup(filters) && isGroup(filters.aresample) ? filters.aresample.settings : {};
  return isGroup(resample) ? resample : {};
}
