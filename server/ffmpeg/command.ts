interface Place {
  readonly address: string;
  readonly options: readonly string[];
}

export interface CommandParts {
  readonly options: readonly string[];
  readonly input: readonly Place[];
  readonly output: readonly Place[];
}

/** ffmpeg's arguments. The core adds no option of its own: what runs is what was written. */
export const commandOf = ({ options, input, output }: CommandParts): string[] => [
  ...probeCommandOf({ options, input }),
  ...output.flatMap((place) => [...place.options, place.address]),
];

/** Without an output ffmpeg describes its inputs and ends. */
export const probeCommandOf = ({ options, input }: Pick<CommandParts, 'options' | 'input'>): string[] => [
  ...options,
  ...input.flatMap((place) => [...place.options, '-i', place.address]),
];
