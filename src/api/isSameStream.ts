/** Options for quality and metadata, which readers of the stream tolerate. */
const OF_QUALITY = /^-(?:b|maxrate|minrate|bufsize|metadata)(?::|$)/;

const lasting = (options: readonly string[]) =>
  options.filter((option, i) => !OF_QUALITY.test(option) && !OF_QUALITY.test(options[i - 1] ?? ''));

interface Address {
  readonly address: string;
  readonly options: readonly string[];
}

interface StreamConfig {
  readonly input: readonly Address[];
  readonly output: readonly Address[];
  readonly options: readonly string[];
}

const partsOf = ({ input, output, options }: StreamConfig) => [
  input.map((item) => [item.address, item.options]),
  output.map((item) => [item.address, lasting(item.options)]),
  options,
];

/** Whether readers can continue after an update: same source, size and encoder, at most another bitrate. */
export const isSameStream = (before: StreamConfig, after: StreamConfig): boolean =>
  JSON.stringify(partsOf(before)) === JSON.stringify(partsOf(after));
