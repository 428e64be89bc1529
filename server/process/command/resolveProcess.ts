import type { Placeholders } from '../../types.ts';
import type { CleanupRule, ProcessConfig } from '../store/processConfig.ts';
import { fill, type Value } from './placeholders.ts';
import { Refusal } from './processRequestRefusal.ts';

/** A process as ffmpeg and the cleanup get it: no placeholder and no reference is left. */
export interface ResolvedProcess {
  readonly options: readonly string[];
  readonly input: readonly InputOrOutput[];
  readonly output: readonly InputOrOutput[];
  readonly rules: readonly CleanupRule[];
}

export interface InputOrOutput {
  readonly id: string;
  readonly address: string;
  readonly options: readonly string[];
}

/** The resolved outputs of another process; null: there is no such process. */
export type OutputsOf = (id: string) => readonly InputOrOutput[] | null;

const constants = (entries: Record<string, string>): [string, Value][] =>
  Object.entries(entries).map(([name, value]) => [name, () => value]);

type Ids = Pick<ProcessConfig, 'id' | 'reference'>;

/** Several addresses, as the tee muxer and the concat protocol take them. */
const isList = ({ address, options }: InputOrOutput) => /^(?:\[|concat:)/.test(address) || options.includes('tee');

function resolveEntry(
  entry: InputOrOutput,
  { id: processid, reference }: Ids,
  placeholders: Placeholders,
  side: 'input' | 'output',
): InputOrOutput {
  const names = { processid, reference };
  const id = fill(entry.id, new Map(constants(names)));
  const ids = { ...names, [`${side}id`]: id };
  const { memfs, diskfs } = placeholders;
  const inOptions = new Map(constants({ ...ids, memfs, diskfs, 'fs:mem': memfs, 'fs:disk': diskfs }));
  const mode = side === 'input' ? 'request' : 'publish';
  const inAddress = new Map(inOptions)
    .set('rtmp', (given) => placeholders.rtmp(given.get('name') ?? ''))
    .set('srt', (given) => placeholders.srt(given.get('name') ?? '', mode, given.get('latency')));
  return {
    id,
    address: fill(entry.address, inAddress, { variables: new Map(Object.entries(ids)), isList: isList(entry) }),
    options: entry.options.map((option) => fill(option, inOptions)),
  };
}

/** The parts of a process that others may refer to. */
export const resolveOutputs = (config: ProcessConfig, placeholders: Placeholders): InputOrOutput[] =>
  config.output.map((entry) => resolveEntry(entry, config, placeholders, 'output'));

/** Resolved as far as possible without other processes. */
export const resolveInputs = (config: ProcessConfig, placeholders: Placeholders): InputOrOutput[] =>
  config.input.map((entry) => resolveEntry(entry, config, placeholders, 'input'));

/** Throws Refusal if an input refers to an output that is not there. */
export function resolveProcess(
  config: ProcessConfig,
  placeholders: Placeholders,
  outputsOf: OutputsOf,
): ResolvedProcess {
  const { memfs, diskfs } = placeholders;
  const global = new Map(constants({ diskfs, 'fs:mem': memfs, 'fs:disk': diskfs }));
  const output = resolveOutputs(config, placeholders);
  return {
    options: config.options.map((option) => fill(option, global)),
    input: config.input.map((entry) =>
      resolveEntry({ ...entry, address: dereference(entry, config.id, outputsOf) }, config, placeholders, 'input'),
    ),
    output,
    rules: config.output.flatMap(({ cleanup = [] }, index) => {
      const outputid = output[index]?.id ?? '';
      const ids = new Map(constants({ processid: config.id, reference: config.reference, outputid }));
      return cleanup.map((rule) => ({ ...rule, pattern: fill(rule.pattern, ids) }));
    }),
  };
}

/** `#<process>:output=<output>` stands for that output's address. */
function dereference({ id, address }: InputOrOutput, self: string, outputsOf: OutputsOf): string {
  const refuse = (reason: string) => new Refusal(`reference error for '#${self}:${id}': ${reason}`);
  if (address === '') throw refuse('empty address');
  if (!address.startsWith('#')) return address;
  const [, process, output] = /^#(.+):output=(.+)$/.exec(address) ?? [];
  if (process === undefined) throw refuse(`invalid format (${address})`);
  if (process === self) throw refuse(`self-reference not possible (${address})`);
  const outputs = outputsOf(process);
  if (outputs === null) throw refuse(`unknown process '${process}' (${address})`);
  const found = outputs.find((candidate) => candidate.id === output);
  if (found === undefined) {
    throw refuse(`the process '${process}' has no outputs with the ID '${output}' (${address})`);
  }
  return found.address;
}
