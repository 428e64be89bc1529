import { randomBytes } from 'node:crypto';
import * as z from 'zod';

const wholeNumber = z.int().min(0);

const CleanupPatch = z.object({
  pattern: z.string().nullish(),
  max_files: wholeNumber.nullish(),
  max_file_age_seconds: wholeNumber.nullish(),
  purge_on_delete: z.boolean().nullish(),
});
const InputPatch = z.object({
  id: z.string().nullish(),
  address: z.string().nullish(),
  options: z.array(z.string()).nullish(),
});
const OutputPatch = InputPatch.extend({ cleanup: z.array(CleanupPatch).nullish() });

/** Body of a PUT: missing or null fields keep their value. */
export const ProcessPatch = z.object({
  id: z.string().nullish(),
  type: z.enum(['ffmpeg']).nullish(),
  reference: z.string().nullish(),
  input: z.array(InputPatch).nullish(),
  output: z.array(OutputPatch).nullish(),
  options: z.array(z.string()).nullish(),
  reconnect: z.boolean().nullish(),
  reconnect_delay_seconds: wholeNumber.nullish(),
  autostart: z.boolean().nullish(),
  stale_timeout_seconds: wholeNumber.nullish(),
  limits: z
    .object({
      cpu_usage: z.number().min(0).nullish(),
      memory_mbytes: wholeNumber.nullish(),
      waitfor_seconds: wholeNumber.nullish(),
    })
    .nullish(),
});
export type ProcessPatch = z.infer<typeof ProcessPatch>;

export const NewProcess = ProcessPatch.extend({ input: z.array(InputPatch), output: z.array(OutputPatch) });

export interface CleanupRule {
  readonly pattern: string;
  readonly max_files: number;
  readonly max_file_age_seconds: number;
  readonly purge_on_delete: boolean;
}

export interface Input {
  readonly id: string;
  readonly address: string;
  readonly options: readonly string[];
}

export interface Output extends Input {
  /** Missing without rules, as clients expect. */
  readonly cleanup?: readonly CleanupRule[];
}

/** Placeholders are unresolved. Fields are in the order of the response. */
export interface ProcessConfig {
  readonly id: string;
  readonly type: 'ffmpeg';
  readonly reference: string;
  readonly input: readonly Input[];
  readonly output: readonly Output[];
  readonly options: readonly string[];
  readonly reconnect: boolean;
  readonly reconnect_delay_seconds: number;
  readonly autostart: boolean;
  readonly stale_timeout_seconds: number;
  readonly limits: {
    readonly cpu_usage: number;
    readonly memory_mbytes: number;
    readonly waitfor_seconds: number;
  };
}

export const createBlankConfig = (): ProcessConfig => ({
  id: '',
  type: 'ffmpeg',
  reference: '',
  input: [],
  output: [],
  options: [],
  reconnect: false,
  reconnect_delay_seconds: 0,
  autostart: true,
  stale_timeout_seconds: 0,
  limits: { cpu_usage: 0, memory_mbytes: 0, waitfor_seconds: 0 },
});

/** Replaces lists, but merges entries by position: they inherit missing options and cleanup. Generates missing ids. */
export function patchConfig(base: ProcessConfig, patch: ProcessPatch): ProcessConfig {
  const limits = patch.limits ?? {};
  return {
    id: (patch.id ?? base.id) || randomId(),
    type: 'ffmpeg',
    reference: patch.reference ?? base.reference,
    input: patch.input?.map((entry, index) => mergedInput(entry, base.input[index])) ?? base.input,
    output:
      patch.output?.map((entry, index) => {
        const cleanup = mergedRules(entry.cleanup, base.output[index]?.cleanup ?? []);
        return { ...mergedInput(entry, base.output[index]), ...(cleanup.length > 0 ? { cleanup } : {}) };
      }) ?? base.output,
    options: patch.options ?? base.options,
    reconnect: patch.reconnect ?? base.reconnect,
    reconnect_delay_seconds: patch.reconnect_delay_seconds ?? base.reconnect_delay_seconds,
    autostart: patch.autostart ?? base.autostart,
    stale_timeout_seconds: patch.stale_timeout_seconds ?? base.stale_timeout_seconds,
    limits: {
      cpu_usage: limits.cpu_usage ?? base.limits.cpu_usage,
      memory_mbytes: limits.memory_mbytes ?? base.limits.memory_mbytes,
      waitfor_seconds: limits.waitfor_seconds ?? base.limits.waitfor_seconds,
    },
  };
}

const mergedInput = (entry: z.infer<typeof InputPatch>, old: Input | undefined): Input => ({
  id: (entry.id ?? old?.id) || randomId(),
  address: entry.address ?? old?.address ?? '',
  options: entry.options ?? old?.options ?? [],
});

const mergedRules = (
  entries: z.infer<typeof CleanupPatch>[] | null | undefined,
  old: readonly CleanupRule[],
): readonly CleanupRule[] =>
  entries?.map((entry, index) => ({
    pattern: entry.pattern ?? old[index]?.pattern ?? '',
    max_files: entry.max_files ?? old[index]?.max_files ?? 0,
    max_file_age_seconds: entry.max_file_age_seconds ?? old[index]?.max_file_age_seconds ?? 0,
    purge_on_delete: entry.purge_on_delete ?? old[index]?.purge_on_delete ?? false,
  })) ?? old;

// Without ambiguous letters; clients expect this format.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const randomId = () => Array.from(randomBytes(22), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
