import type { CleanupRule } from '../../../api/answers/process.ts';
import { msg } from '../../../i18n/msg.ts';
import type { ServiceContext } from '../../form/defineCatalogEntry.ts';
import { type Settings, toggle } from '../../form/fields.ts';
import { typedAddress } from './ffmpegOptionFields.ts';

/** Signs that a glob of the core takes for others than themselves. */
const GLOB = /[*?[\]{}\\]/;
/** `%d`, `%05d`, and what a clock fills in. */
const COUNTED = /%(?:0?\d*d|[A-Za-z])/g;

type Place = Pick<ServiceContext, 'ownHosts'>;

/**
 * The file in the memory of this core that an address uploads to, as it was typed: `/folder/name.m3u8`. null: it leads
 * elsewhere, or its name could mean other files in a cleanup rule.
 */
export function memoryFileOf(address: string, { ownHosts = [] }: Place): string | null {
  // The login ends at the last `@`, whatever follows.
  const [, , host = '', file = ''] = /^https?:\/\/(?=((?:[^/?#]*@)?))\1([^?#]*?)\/memfs(\/[^?#]+)/i.exec(address) ?? [];
  return ownHosts.includes(host.toLowerCase()) && !GLOB.test(file) ? file : null;
}

type Upload = { protocol: string; address: string };
const uploadOf = ({ protocol, address }: Settings): Upload => ({
  protocol: String(protocol),
  address: String(address),
});

/** Whether these settings upload to the memory of this core. */
export const isInMemory = (settings: Settings, place: Place): boolean =>
  memoryFileOf(typedAddress(uploadOf(settings)), place) !== null;

/** What is stored without it was never cleaned up, so the switch is on for new publications alone (`begins`). */
export const cleanupField = (help: string) =>
  toggle<ServiceContext>({ label: msg('Automatic cleanup'), help, when: isInMemory });

const rule = (file: string, max_files: number, purge_on_delete: boolean): CleanupRule => ({
  pattern: `memfs:${file}`,
  max_files,
  max_file_age_seconds: 0,
  purge_on_delete,
});

/** ffmpeg's own, for what was emptied. */
const LIST_SIZE = 5;
/** Beyond the playlist, as the channel keeps them: a player that has just read it may still ask for what leaves it. */
const SPARE_FILES = 2;

interface Playlist {
  hls_list_size: string;
  hls_delete_threshold: string;
  hls_segment_filename: string;
  hls_segment_type: string;
  hls_fmp4_init_filename: string;
  hls_flags: readonly string[];
}

/**
 * The rules for a playlist in the memory of this core; none if it is elsewhere. By number alone: segments that are passed
 * through can be longer than their setting says, and an age would take them out of the playlist.
 */
export function playlistCleanup(address: string, options: Playlist, place: Place): CleanupRule[] {
  const list = memoryFileOf(address, place);
  // What ffmpeg does not split it does not replace either.
  if (list === null || list.includes('%') || options.hls_flags.includes('single_file')) return [];
  const isMp4 = options.hls_segment_type === 'fmp4';
  const named = options.hls_segment_filename.trim();
  const counted = named === '' ? `${address.replace(/\.[^./]*$/, '')}%d.${isMp4 ? 'm4s' : 'ts'}` : named;
  // The first sign of a count is a digit: `live*` would mean the files of live2, too.
  const segments = memoryFileOf(counted, place)?.replace(COUNTED, '[0-9]*') ?? null;
  const size = options.hls_list_size.trim() === '' ? LIST_SIZE : Number(options.hls_list_size);
  const spare = Math.max(SPARE_FILES, Number(options.hls_delete_threshold) + 1);
  const folder = list.replace(/(?<![^/])[^/]*$/, '');
  return [
    // A playlist of all segments must lose none.
    ...(segments === null || segments.includes('%') ? [] : [rule(segments, size === 0 ? 0 : size + spare, true)]),
    rule(list, 0, true),
    ...(isMp4 && !GLOB.test(options.hls_fmp4_init_filename)
      ? [rule(`${folder}${options.hls_fmp4_init_filename}`, 0, true)]
      : []),
  ];
}

/** The rules for images in the memory of this core: of numbered ones the newest `keep` stay. */
export function imageCleanup(address: string, keep: number, place: Place): CleanupRule[] {
  const file = memoryFileOf(address, place);
  if (file === null) return [];
  const images = file.replace(COUNTED, '[0-9]*');
  if (images.includes('%')) return [];
  // An update of the process removes what goes with it: of a series that would be all.
  return images === file ? [rule(file, 0, true)] : [rule(images, keep, false)];
}
