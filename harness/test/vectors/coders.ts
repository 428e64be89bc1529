import { applyDecoder, encodingFor } from '../../../src/catalog/coders/chooseCoders.ts';
import { knownFilters } from '../../../src/catalog/filters/index.ts';
import { emptyStream, type MediaType } from '../../../src/media/encoding/streams.ts';
import { type Case, caseOf, ffmpegOf, type Group, group, isGroup, list, text } from './case.ts';
import { coderBy114, mappingOf } from './downgradeStoredData.ts';

export const coderCases = (file: Group, level: string): Case[] =>
  list(file.vectors).map((vector) => {
    if (vector.kind === 'filter') return caseOf(vector, 'coder', vector.expected, () => filter(vector));
    const ran = level === '1.1.0' ? {} : { compared: whatRuns };
    const { coder: id, type, settings, skills } = vector;
    const subject = { coder: id, type, level, settings, ffmpeg: ffmpegAt(skills, level) };
    return { ...caseOf(vector, 'coder', joined(vector), () => coder(vector, level)), given: subject, ...ran };
  });

function joined({ type, expected }: Group): unknown {
  const { mapping } = group(expected);
  return isGroup(mapping)
    ? { ...group(expected), ...mappingOf(mapping, '', type === 'audio' ? '-af' : '-vf') }
    : expected;
}

const isOption = (word: string) => /^-[a-z]/.test(word);

/** Sorts options with their values, because their order does not matter. */
function whatRuns(coded: unknown): unknown {
  const { mapping, ...rest } = group(coded);
  const words = Array.isArray(mapping) ? mapping.map(String) : [];
  const options = words.flatMap((word, i) => (isOption(word) ? [[word, ...valuesAt(words, i + 1)].join(' ')] : []));
  return { ...rest, mapping: options.sort() };
}

function valuesAt(words: readonly string[], from: number): string[] {
  const next = words.findIndex((word, i) => i >= from && isOption(word));
  return words.slice(from, next < 0 ? words.length : next);
}

function filter({ type, filter: id, settings, skills }: Group): unknown {
  const filter = knownFilters[type === 'audio' ? 'audio' : 'video'].find((entry) => entry.id === id);
  if (!filter) throw new Error(`no ${type} filter '${id}'`);
  return { graph: filter.graph(group(settings), ffmpegOf(skills, { major: 5, minor: 1 })) };
}

/** Without skills, the older level means ffmpeg 4.x and the newer one 5.0. */
export const ffmpegAt = (skills: unknown, level: string) =>
  ffmpegOf(skills, level === '1.1.0' ? { major: 4, minor: 4 } : { major: 5, minor: 0 });

function coder({ kind, type, coder: id, settings, stream, skills }: Group, level: string): unknown {
  const media: MediaType = type === 'audio' ? 'audio' : 'video';
  const source = { ...emptyStream, ...group(stream) };
  const code = kind === 'encoder' ? encodingFor : kind === 'decoder' ? applyDecoder : null;
  const result = code?.(media, text(id), group(settings), source, ffmpegAt(skills, level));
  if (!result) throw new Error(`no ${media} ${kind} '${id ?? ''}'`);
  const { settings: complete, mapping, global } = result;
  if (level === '1.1.0') return { settings: complete, mapping };
  return { ...coderBy114(media, { settings: complete, mapping }), ...(global ? { global } : {}) };
}
