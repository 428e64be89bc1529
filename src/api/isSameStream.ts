/** How good it is, and what it is called: whoever reads the stream need not care. */
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
  input.map((one) => [one.address, one.options]),
  output.map((one) => [one.address, lasting(one.options)]),
  options,
];

/**
 * Two configs of a process that make the same stream, at most another bitrate of it: what reads its segments goes on over
 * the start of the second one. Another source, size or encoder is another stream.
 */
export const isSameStream = (before: StreamConfig, after: StreamConfig): boolean =>
  JSON.stringify(partsOf(before)) === JSON.stringify(partsOf(after));
