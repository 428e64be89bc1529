import type { ProcessConfig } from '../../api/answers/process.ts';
import { channelOfHold, METADATA_KEY } from '../../api/processIds.ts';
import { playlistAddress } from '../hls/hlsFiles.ts';

interface StoredProcess {
  config: ProcessConfig;
  /** Stored data of all programs, by key. */
  metadata: Readonly<Record<string, unknown>>;
}

interface ReleasedProcess extends StoredProcess {
  /** Whether the process has to be written again, which drops its metadata. */
  isOther: boolean;
}

const REAL_TIME = '-re';

/** Makes a publication read the playlist of its channel again; null if it is not protected. */
export function releasePublication({ config, metadata }: StoredProcess): ReleasedProcess | null {
  const input = config.input.map((read) => {
    const channel = channelOfHold(read.address);
    if (channel === null) return read;
    const options = read.options.includes(REAL_TIME) ? read.options : [REAL_TIME, ...read.options];
    return { ...read, address: playlistAddress(channel, 'memfs'), options };
  });
  const isOther = input.some(({ address }, index) => address !== config.input[index]?.address);
  const ownMetadata = withoutHold(metadata[METADATA_KEY]);
  if (!isOther && ownMetadata === null) return null;
  return {
    config: { ...config, input },
    metadata: ownMetadata === null ? metadata : { ...metadata, [METADATA_KEY]: ownMetadata },
    isOther,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutHold(stored: unknown): object | null {
  if (!isObject(stored) || !isObject(stored.control) || !isObject(stored.control.source)) return null;
  if (!('hold' in stored.control.source)) return null;
  const { hold: _, ...source } = stored.control.source;
  return { ...stored, control: { ...stored.control, source } };
}
