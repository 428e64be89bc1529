interface InputOrOutput {
  readonly address: string;
  readonly options: readonly string[];
}

export interface CommandParts {
  readonly options: readonly string[];
  readonly input: readonly InputOrOutput[];
  readonly output: readonly InputOrOutput[];
}

/** ffmpeg's arguments. The core adds no option of its own: what runs is what was written. */
export const buildFfmpegArguments = ({ options, input, output }: CommandParts): string[] => [
  ...buildProbeArguments({ options, input }),
  ...output.flatMap((each) => [...each.options, each.address]),
];

/** Without an output ffmpeg describes its inputs and ends. */
export const buildProbeArguments = ({ options, input }: Pick<CommandParts, 'options' | 'input'>): string[] => [
  ...options,
  ...input.flatMap((each) => [...each.options, '-i', each.address]),
];
