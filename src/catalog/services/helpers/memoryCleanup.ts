import type { CleanupRule } from '../../../api/answers/process.ts';
import { msg } from '../../../i18n/msg.ts';
import type { ServiceContext } from '../../form/defineCatalogEntry.ts';
import { type Settings, toggle } from '../../form/fields.ts';
import { typedAddress } from './ffmpegOptionFields.ts';

const GLOB = /[*?[\]{}\\]/;
const COUNTED = /%(?:0?\d*d|[A-Za-z])/g;

type Place = Pick<ServiceContext, 'ownHosts'>;

/** Such as `/folder/name.m3u8`. null if it is elsewhere, or its name would match other files in a cleanup rule. */
export function memoryFileOf(address: string, { ownHosts = [] }: Place): string | null {
  // The login ends at the last `@`.
  const [, , host = '', file = ''] = /^https?:\/\/(?=((?:[^/?#]*@)?))\1([^?#]*?)\/memfs(\/[^?#]+)/i.exec(address) ?? [];
  return ownHosts.includes(host.toLowerCase()) && !GLOB.test(file) ? file : null;
}

type Upload = { protocol: string; address: string };
const uploadOf = ({ protocol, address }: Settings): Upload => ({
  protocol: String(protocol),
  address: String(address),
});

export const isInMemory = (settings: Settings, place: Place): boolean =>
  memoryFileOf(typedAddress(uploadOf(settings)), place) !== null;

/** Off by default, as stored publications were never cleaned up; new ones start with it (`begins`). */
export const cleanupField = (help: string) =>
  toggle<ServiceContext>({ label: msg('Automatic cleanup'), help, when: isInMemory });

const rule = (file: string, max_files: number, purge_on_delete: boolean): CleanupRule => ({
  pattern: `memfs:${file}`,
  max_files,
  max_file_age_seconds: 0,
  purge_on_delete,
});

const LIST_SIZE = 5;
/** Segments kept beyond the playlist for players that read it just before. */
const SPARE_FILES = 2;

interface Playlist {
  hls_list_size: string;
  hls_delete_threshold: string;
  hls_segment_filename: string;
  hls_segment_type: string;
  hls_fmp4_init_filename: string;
  hls_flags: readonly string[];
}

/** Limits the number, not the age: copied segments may be longer than configured and must not leave the playlist. */
export function playlistCleanup(address: string, options: Playlist, place: Place): CleanupRule[] {
  const list = memoryFileOf(address, place);
  // A single file is never split, so there is nothing to clean up.
  if (list === null || list.includes('%') || options.hls_flags.includes('single_file')) return [];
  const isMp4 = options.hls_segment_type === 'fmp4';
  const named = options.hls_segment_filename.trim();
  const numbered = named === '' ? `${address.replace(/\.[^./]*$/, '')}%d.${isMp4 ? 'm4s' : 'ts'}` : named;
  // `[0-9]*`, because `live*` would match the files of `live2`, too.
  const segments = memoryFileOf(numbered, place)?.replace(COUNTED, '[0-9]*') ?? null;
  const size = options.hls_list_size.trim() === '' ? LIST_SIZE : Number(options.hls_list_size);
  const spare = Math.max(SPARE_FILES, Number(options.hls_delete_threshold) + 1);
  const folder = list.replace(/(?<![^/])[^/]*$/, '');
  return [
    ...(segments === null || segments.includes('%') ? [] : [rule(segments, size === 0 ? 0 : size + spare, true)]),
    rule(list, 0, true),
    ...(isMp4 && !GLOB.test(options.hls_fmp4_init_filename)
      ? [rule(`${folder}${options.hls_fmp4_init_filename}`, 0, true)]
      : []),
  ];
}

/** Cleanup rules of images in this core's memory; the newest `keep` numbered ones stay. */
export function imageCleanup(address: string, keep: number, place: Place): CleanupRule[] {
  const file = memoryFileOf(address, place);
  if (file === null) return [];
  const images = file.replace(COUNTED, '[0-9]*');
  if (images.includes('%')) return [];
  // Rules with purge delete on every update of the process, which would delete the whole series.
  return images === file ? [rule(file, 0, true)] : [rule(images, keep, false)];
}
