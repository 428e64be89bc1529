interface InputOrOutput {
  readonly address: string;
  readonly options: readonly string[];
}

export interface CommandParts {
  readonly options: readonly string[];
  readonly input: readonly InputOrOutput[];
  readonly output: readonly InputOrOutput[];
}

/** The core adds no options. */
export const buildFfmpegArguments = ({ options, input, output }: CommandParts): string[] => [
  ...buildProbeArguments({ options, input }),
  ...output.flatMap((entry) => [...entry.options, entry.address]),
];

/** Without an output, ffmpeg describes its inputs and exits. */
export const buildProbeArguments = ({ options, input }: Pick<CommandParts, 'options' | 'input'>): string[] => [
  ...options,
  ...input.flatMap((entry) => [...entry.options, '-i', entry.address]),
];
