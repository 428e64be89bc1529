import type { InputOrOutput, ResolvedProcess } from './resolveProcess.ts';

export interface MappedStream {
  /** Original text: `0:1`. */
  readonly map: string;
  readonly input: number;
  /** From the codec option that follows, or from the map; null if unknown. */
  readonly type: 'video' | 'audio' | null;
}

const CODER = /^-(?:(?:c|codec):([av])(?::\d+)?|([av])codec)$/;
const TYPES: Readonly<Record<string, 'video' | 'audio'>> = { v: 'video', a: 'audio' };

/** Positions of `-map` and the codec option after it. Optional maps are left out. */
function placesOf(options: readonly string[]) {
  const starts = options.flatMap((option, at) => (option === '-map' ? [at] : []));
  return starts.flatMap((start, i) => {
    const map = options[start + 1] ?? '';
    const [, input, kind] = /^(\d+):(?:([av])|i:|\d)/.exec(map) ?? [];
    if (input === undefined || map.endsWith('?')) return [];
    const end = starts[i + 1] ?? options.length;
    const coderAt = options.findIndex((option, at) => at > start + 1 && at < end && CODER.test(option));
    const [, short, old] = CODER.exec(options[coderAt] ?? '') ?? [];
    const type = TYPES[kind ?? short ?? old ?? ''] ?? null;
    return [{ map, input: Number(input), type, mapAt: start + 1, coderAt: coderAt < 0 ? null : coderAt + 1 }];
  });
}

export const findMappedStreams = (output: readonly Pick<InputOrOutput, 'options'>[]): MappedStream[] =>
  output.flatMap(({ options }) => placesOf(options));

/** A format that all players and platforms accept. */
export interface SilenceFormat {
  readonly rate: number;
  readonly layout: string;
}
export const USUAL_SILENCE: SilenceFormat = { rate: 44_100, layout: 'stereo' };

const ENCODED = ['aac', '-b:a', '64k'];

export function replaceBySilence(
  process: ResolvedProcess,
  missing: ReadonlySet<string>,
  { rate, layout }: SilenceFormat,
): ResolvedProcess {
  const silent = `${process.input.length}:0`;
  const output = process.output.map((entry) => {
    const removed = placesOf(entry.options).filter(({ map, type }) => type === 'audio' && missing.has(map));
    if (removed.length === 0) return entry;
    const maps = new Set(removed.map(({ mapAt }) => mapAt));
    const coders = new Set(removed.map(({ coderAt }) => coderAt));
    const options = entry.options.flatMap((option, at) => {
      if (maps.has(at)) return [silent];
      return coders.has(at) && option === 'copy' ? ENCODED : [option];
    });
    // Silence is endless.
    return { ...entry, options: options.includes('-shortest') ? options : [...options, '-shortest'] };
  });
  if (output.every((entry, i) => entry === process.output[i])) return process;
  const silence = { id: 'silence', address: `anullsrc=r=${rate}:cl=${layout}`, options: ['-f', 'lavfi'] };
  return { ...process, input: [...process.input, silence], output };
}
