import type { Placeholders } from '../../config/placeholders.ts';
import type { CleanupRule, ProcessConfig } from '../store/processConfig.ts';
import { Refusal } from '../store/refusal.ts';

type Parameters = ReadonlyMap<string, string>;
type Value = (parameters: Parameters) => string;

// Placeholders cannot be nested; parameters refer to others with `$`.
const PLACEHOLDER = /\{([a-z]+(?::[^{}^,]+)?)(?:\^(.))?(?:,([^}]*))?\}/g;

/** Their values contain passwords and tokens of this core. */
const OWN_ADDRESSES = new Set(['memfs', 'diskfs', 'fs:mem', 'fs:disk', 'rtmp', 'srt']);

/**
 * Addresses of this core contain passwords, so they stay unfilled after a foreign host (`://`, per part of a list
 * `a|b`).
 * `{name^:}` puts two backslashes before every `:` of the value. `variables`: values of `$name` in parameters.
 */
export function fillPlaceholders(
  text: string,
  values: ReadonlyMap<string, Value>,
  { variables = new Map(), isList = false }: { variables?: Parameters; isList?: boolean } = {},
): string {
  if (!text.includes('{')) return text;
  // Without this cut, each `{` after the last `}` would scan to the end.
  const end = text.lastIndexOf('}') + 1;
  const isBehindHost = hostsBefore(text, isList);
  const filled = text
    .slice(0, end)
    .replace(PLACEHOLDER, (match, name: string, escaped?: string, parameters?: string, offset?: number) => {
      if (OWN_ADDRESSES.has(name) && isBehindHost(offset ?? 0)) return match;
      const value = values.get(name)?.(parametersOf(parameters ?? '', variables));
      if (value === undefined) return match;
      return escaped === undefined ? value : value.replaceAll(escaped, () => `\\\\${escaped}`);
    });
  return filled + text.slice(end);
}

/** Returns a test for ascending positions: does a URL with a host start before them? */
function hostsBefore(text: string, isList: boolean): (place: number) => boolean {
  let read = 0;
  let prefix = '';
  return (position) => {
    const since = prefix + text.slice(read, position);
    const target = isList ? since.slice(since.lastIndexOf('|') + 1) : since;
    read = position;
    prefix = target.includes('://') ? '://' : target.slice(-2);
    return prefix === '://';
  };
}

function parametersOf(text: string, variables: ReadonlyMap<string, string>): Parameters {
  const parameters = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [key = '', ...rest] = pair.split('=');
    const value = rest.join('=').replace(/\$([a-z]+)/g, (match, name: string) => variables.get(name) ?? match);
    parameters.set(key, value);
  }
  return parameters;
}

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

export type OutputsOf = (id: string) => readonly InputOrOutput[] | null;

const constants = (entries: Record<string, string>): [string, Value][] =>
  Object.entries(entries).map(([name, value]) => [name, () => value]);

type Ids = Pick<ProcessConfig, 'id' | 'reference'>;

/** Lists of addresses, for the tee muxer and the concat protocol. */
const isList = ({ address, options }: InputOrOutput) => /^(?:\[|concat:)/.test(address) || options.includes('tee');

function resolveEntry(
  entry: InputOrOutput,
  { id: processid, reference }: Ids,
  placeholders: Placeholders,
  side: 'input' | 'output',
): InputOrOutput {
  const names = { processid, reference };
  const id = fillPlaceholders(entry.id, new Map(constants(names)));
  const ids = { ...names, [`${side}id`]: id };
  const { memfs, diskfs } = placeholders;
  const inOptions = new Map(constants({ ...ids, memfs, diskfs, 'fs:mem': memfs, 'fs:disk': diskfs }));
  const mode = side === 'input' ? 'request' : 'publish';
  const inAddress = new Map(inOptions)
    .set('rtmp', (params) => placeholders.rtmp(params.get('name') ?? ''))
    .set('srt', (params) => placeholders.srt(params.get('name') ?? '', mode, params.get('latency')));
  return {
    id,
    address: fillPlaceholders(entry.address, inAddress, {
      variables: new Map(Object.entries(ids)),
      isList: isList(entry),
    }),
    options: entry.options.map((option) => fillPlaceholders(option, inOptions)),
  };
}

export const resolveOutputs = (config: ProcessConfig, placeholders: Placeholders): InputOrOutput[] =>
  config.output.map((entry) => resolveEntry(entry, config, placeholders, 'output'));

export const resolveInputs = (config: ProcessConfig, placeholders: Placeholders): InputOrOutput[] =>
  config.input.map((entry) => resolveEntry(entry, config, placeholders, 'input'));

export function resolveProcess(
  config: ProcessConfig,
  placeholders: Placeholders,
  outputsOf: OutputsOf,
): ResolvedProcess {
  const { memfs, diskfs } = placeholders;
  const global = new Map(constants({ diskfs, 'fs:mem': memfs, 'fs:disk': diskfs }));
  const output = resolveOutputs(config, placeholders);
  return {
    options: config.options.map((option) => fillPlaceholders(option, global)),
    input: config.input.map((entry) =>
      resolveEntry({ ...entry, address: dereference(entry, config.id, outputsOf) }, config, placeholders, 'input'),
    ),
    output,
    rules: config.output.flatMap(({ cleanup = [] }, index) => {
      const outputid = output[index]?.id ?? '';
      const ids = new Map(constants({ processid: config.id, reference: config.reference, outputid }));
      return cleanup.map((rule) => ({ ...rule, pattern: fillPlaceholders(rule.pattern, ids) }));
    }),
  };
}

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
