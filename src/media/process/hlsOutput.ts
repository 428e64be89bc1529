import type { CleanupRule } from '../../api/answers/process.ts';
import { addressIn, type HlsControl, playlistFile, snapshotAddress, snapshotFile } from '../hls/hlsFiles.ts';

/** Files kept after they left the playlist, for players that have just read it. */
const spareFiles = ({ dated }: HlsControl) => (dated ? 6 : 2);

/** Placeholder of the core for the rendition in a file name. */
const RENDITION = '{outputid}';

const inMp4 = ({ version, lhls }: HlsControl) => version === 7 && !lhls;
const extensionOf = (hls: HlsControl) => (inMp4(hls) ? 'mp4' : 'ts');
const initFile = (channel: string) => `/${channel}.mp4`;

const listFile = (channel: string, { master_playlist }: HlsControl) =>
  `/${channel}${master_playlist ? `_${RENDITION}` : ''}.m3u8`;

const LOOK_BACK_S = 60;

/** Playlists with a long time window continue after a restart; others are numbered by the clock. */
const isLookedBackIn = ({ listSize, segmentDuration }: HlsControl) =>
  listSize === 0 || listSize * segmentDuration > LOOK_BACK_S;

/** On the disk, each day has its own folder. */
const segmentsOf = (channel: string, hls: HlsControl, numbered: { memory: string; disk: string }) => {
  const { storage, master_playlist } = hls;
  const folder = `/${channel}${master_playlist ? `/${RENDITION}` : ''}`;
  const name = `/${channel}${master_playlist ? `_${RENDITION}` : ''}_`;
  return `${storage === 'diskfs' ? `${folder}/${numbered.disk}` : `${name}${numbered.memory}`}.${extensionOf(hls)}`;
};

export type MuxerOutput = { address: string; options: [name: string, value: string][] };

/** @param address escapes placeholders of the segments in a list of several outputs */
export const hlsOutput = (channel: string, hls: HlsControl, address = addressIn): MuxerOutput =>
  hls.lhls ? lowLatency(channel, hls) : playlist(channel, hls, address);

function playlist(channel: string, hls: HlsControl, address: typeof addressIn): MuxerOutput {
  const { storage, segmentDuration, listSize, version, master_playlist, dated } = hls;
  const appends = isLookedBackIn(hls);
  const flags = [
    ...[appends ? 'append_list' : 'discont_start', 'delete_segments'],
    ...(dated ? ['program_date_time'] : []),
    ...(version === 3 ? [] : ['independent_segments']),
    // omit_endlist: a clean stop must not end the players and publications that read the playlist.
    dated ? 'temp_file' : 'omit_endlist',
  ];
  return {
    address: addressIn(storage, listFile(channel, hls)),
    options: [
      ['f', 'hls'],
      appends ? ['start_number', '0'] : ['hls_start_number_source', 'epoch'],
      ['hls_time', `${segmentDuration}`],
      ['hls_list_size', `${listSize}`],
      ['hls_flags', flags.join('+')],
      ...only(dated, ['hls_delete_threshold', '4']),
      ...only(
        version === 7,
        ['hls_segment_type', 'fmp4'],
        ['hls_fmp4_init_filename', initFile(channel).slice(1)],
        ['hls_fmp4_init_resend', '1'],
      ),
      ['hls_segment_filename', address(storage, segmentsOf(channel, hls, { memory: '%04d', disk: '%Y%m%d/%s' }))],
      ...only(storage === 'diskfs', ['strftime', '1'], ['strftime_mkdir', '1']),
      ...only(
        master_playlist,
        ['master_pl_name', playlistFile(channel).slice(1)],
        ['master_pl_publish_rate', `${segmentDuration}`],
      ),
      ...only(storage === 'memfs', ['method', 'PUT']),
    ],
  };
}

const only = (optionsIf: boolean, ...options: MuxerOutput['options']) => (optionsIf ? options : []);

const lowLatency = (channel: string, { storage, segmentDuration, listSize }: HlsControl): MuxerOutput => ({
  address: addressIn(storage, `/${channel}.mpd`),
  options: [
    ['f', 'dash'],
    ['strict', 'experimental'],
    ['hls_playlist', '1'],
    ['init_seg_name', `init-${channel}.$ext$`],
    ['media_seg_name', `chunk-${channel}-$Number%05d$.$ext$`],
    ['master_m3u8_publish_rate', '1'],
    ['adaptation_sets', 'id=0,streams=v id=1,streams=a'],
    ['lhls', '1'],
    ['streaming', '1'],
    ['seg_duration', `${segmentDuration}`],
    ['frag_duration', '0.5'],
    ['use_template', '1'],
    ['remove_at_exit', '0'],
    ['window_size', `${listSize}`],
    ['http_persistent', '0'],
    ...only(storage === 'memfs', ['method', 'PUT']),
  ],
});

/** 0 is no limit. */
export function hlsCleanup(channel: string, hls: HlsControl): CleanupRule[] {
  const { storage, segmentDuration, listSize, cleanup, master_playlist, lhls, dated } = hls;
  // An endless playlist loses nothing, even with cleanup on.
  const files = listSize === 0 ? 0 : listSize + spareFiles(hls);
  const age = cleanup ? segmentDuration * files : 0;
  const rule = (file: string, max_files = 0, max_file_age_seconds = age): CleanupRule => ({
    pattern: `${storage}:${file}`,
    max_files,
    max_file_age_seconds,
    purge_on_delete: true,
  });
  const segments = rule(segmentsOf(channel, hls, { memory: dated ? '**' : '*', disk: '**' }), files);
  // A reader ends if its playlist is missing, so only segments are removed by age.
  const list = rule(listFile(channel, hls), 0, 0);
  return [
    ...(dated ? [rule(`/${channel}**`, 0, 0), list, segments] : [segments, list]),
    ...(master_playlist ? [rule(playlistFile(channel), 0, 0)] : []),
    ...(inMp4(hls) ? [rule(initFile(channel))] : []),
    // The init segment is needed for the whole stream.
    ...(lhls ? [rule(`/chunk-${channel}-*`, files), rule(`/init-${channel}*`, 0, 0)] : []),
  ];
}

const snapshotCleanup = (channel: string): CleanupRule[] => [
  { pattern: `memfs:${snapshotFile(channel)}`, max_files: 0, max_file_age_seconds: 0, purge_on_delete: true },
];

export const snapshotOutput = (channel: string) => ({
  address: snapshotAddress(channel),
  options: ['-vframes', '1', '-f', 'image2', '-update', '1'],
  cleanup: snapshotCleanup(channel),
});
