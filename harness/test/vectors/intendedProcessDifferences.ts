import { playlistAddress } from '../../../src/media/hls/hlsFiles.ts';
import { group, isGroup, list } from './case.ts';
import {
  type Difference,
  onPlaylists,
  type PlaylistOutput,
  rewriteEverywhere,
  settingIn,
  without,
} from './rewriteExpectation.ts';

const isShort = (muxing: PlaylistOutput) => {
  const seconds = Number(settingIn(muxing, 'hls_time')) * Number(settingIn(muxing, 'hls_list_size'));
  return seconds > 0 && seconds <= 60;
};

/** Written only for low latency in the older form, which is a single file in memory. */
const OF_SEGMENTS = ['strftime', 'strftime_mkdir', 'master_pl_name', 'master_pl_publish_rate'];

export const intendedProcessDifferences: Difference[] = [
  {
    reason: 'the stream names its own maker as its provider, not another product',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) =>
        part === 'service_provider=datarhei-Restreamer' ? 'service_provider=Sluice' : part,
      ),
  },
  {
    reason: 'a source that answers with neither video nor audio is said to have none, rather than to be unreachable',
    about: 'analyze',
    rewrite: (expected, { given }) => {
      const types = list(group(given).streams).map(({ type }) => type);
      return types.length > 0 && !types.includes('video') && !types.includes('audio') ? 'empty' : expected;
    },
  },
  {
    reason: 'low latency is written the same by old and new data: its address names the manifest that DASH writes',
    about: 'process',
    rewrite: (expected) =>
      onPlaylists(expected, (muxing) =>
        settingIn(muxing, 'f') === 'dash'
          ? {
              address: muxing.address.replace(/(?:_\{outputid\})?\.m3u8$/, '.mpd'),
              options: muxing.options.filter(([name]) => !OF_SEGMENTS.includes(name)),
            }
          : muxing,
      ),
  },
  {
    reason: 'the playlist keeps no end mark, so that a clean stop does not end its readers (omit_endlist)',
    about: 'process',
    rewrite: (expected) =>
      onPlaylists(expected, (muxing) => ({
        ...muxing,
        options: muxing.options.map(([name, ...value]) =>
          name === 'hls_flags' && /^[a-z]+_[a-z]+\+delete_segments$/.test(String(value[0]))
            ? [name, `${value[0]}+omit_endlist`]
            : [name, ...value],
        ),
      })),
  },
  {
    reason: 'a playlist that nobody looks back in begins anew at each start, numbered by the clock',
    about: 'process',
    rewrite: (expected) =>
      onPlaylists(expected, (muxing) =>
        isShort(muxing)
          ? {
              ...muxing,
              options: muxing.options.map(([name, ...value]) => {
                if (name === 'start_number' && value[0] === '0') return ['hls_start_number_source', 'epoch'];
                if (name !== 'hls_flags') return [name, ...value];
                return [name, String(value[0]).replace(/^append_list\+/, 'discont_start+')];
              }),
            }
          : muxing,
      ),
  },
  {
    reason: 'a playlist is never too old: who reads it ends without it',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) =>
        isGroup(part) && /\.m3u8$/.test(String(part.pattern)) ? { ...part, max_file_age_seconds: 0 } : part,
      ),
  },
  {
    reason: 'a server that accepts and then stops reading is given up after five seconds',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) =>
        isGroup(part) &&
        /^output_/.test(String(part.id)) &&
        /^rtmps?:/i.test(String(part.address)) &&
        Array.isArray(part.options)
          ? { ...part, options: [...part.options, '-rw_timeout', '5000000'] }
          : part,
      ),
  },
  {
    reason: '-y is a global option',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => {
        if (!isGroup(part) || !Array.isArray(part.output) || !Array.isArray(part.options)) return part;
        if (!String(part.id).includes(':ingest:')) return part;
        const output = part.output.map((entry) => {
          const options = group(entry).options;
          return Array.isArray(options) ? { ...group(entry), options: without(options, ['-y']) } : entry;
        });
        const moved = JSON.stringify(output) !== JSON.stringify(part.output);
        return moved ? { ...part, output, options: [...part.options, '-y'] } : part;
      }),
  },
  {
    reason: 'snapshots and publications read the playlist itself, not what the output of the ingest resolves to',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => {
        const [, channel] =
          (typeof part === 'string' && /^#restreamer-ui:ingest:(.+):output=output_0$/.exec(part)) || [];
        return channel === undefined ? part : playlistAddress(channel, 'memfs');
      }),
  },
  {
    reason:
      'what is passed through has a bitrate, as plain versions of ffmpeg leave it out of a master playlist otherwise',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => {
        if (!isGroup(part) || !Array.isArray(part.options)) return part;
        const { options, address } = part;
        if (!options.includes('-master_pl_name') && !/[:[]master_pl_name=/.test(String(address))) return part;
        const passed = (kind: string) =>
          options.some((word, i) => word === `-codec:${kind}` && options[i + 1] === 'copy');
        const rates = [...(passed('v') ? ['-b:v', '4096k'] : []), ...(passed('a') ? ['-b:a', '64k'] : [])];
        const at = options.findIndex((word) => String(word).startsWith('service_provider='));
        return { ...part, options: options.toSpliced(at + 1, 0, ...rates) };
      }),
  },
  {
    reason: 'a playlist that keeps all segments deletes none of them',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => {
        if (!isGroup(part) || !Array.isArray(part.cleanup)) return part;
        let keepsAll = false;
        onPlaylists(part, (muxing) => {
          keepsAll ||= [settingIn(muxing, 'hls_list_size'), settingIn(muxing, 'window_size')].includes('0');
          return muxing;
        });
        return keepsAll
          ? {
              ...part,
              cleanup: part.cleanup.map((rule) => ({ ...group(rule), max_files: 0, max_file_age_seconds: 0 })),
            }
          : part;
      }),
  },
  {
    reason: 'what is not sent is not mapped',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => {
        if (!Array.isArray(part)) return part;
        // `-map 0:0 -vn`: only `-vn` stays.
        const mapped = (at: number) => part[at] === '-map' && ['-vn', '-an'].includes(part[at + 2]);
        return part.filter((_, i) => !mapped(i) && !mapped(i - 1));
      }),
  },
  {
    reason: 'a picture that was chosen as sound is none',
    about: 'process',
    rewrite: (expected, { given }) => {
      const [profile] = list(group(given).profiles);
      const { source, stream } = group(profile?.audio);
      const chosen = list(list(group(given).sources)[Number(source)]?.streams)[Number(stream)];
      if (chosen?.type !== 'video') return expected;
      return rewriteEverywhere(expected, (part) => {
        const [at, end] = Array.isArray(part) ? [part.lastIndexOf('-map'), part.indexOf('-metadata')] : [-1, -1];
        return Array.isArray(part) && at >= 0 && end > at ? part.toSpliced(at, end - at, '-an') : part;
      });
    },
  },
  {
    reason: 'a missing cleanup switch is read as on',
    about: 'process',
    rewrite: (expected, { given }) => {
      const hls = group(group(group(given).control).hls);
      if (hls.cleanup !== undefined || !('lhls' in hls)) return expected;
      const age = Number(hls.segmentDuration) * (Number(hls.listSize) + 2);
      return rewriteEverywhere(expected, (part) =>
        isGroup(part) && /_\*\.ts$/.test(String(part.pattern)) ? { ...part, max_file_age_seconds: age } : part,
      );
    },
  },
  {
    reason: 'plain versions of ffmpeg write their progress as the core reads it only without a log level',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => (Array.isArray(part) ? without(part, ['-loglevel', 'level+info']) : part)),
  },
  {
    reason: 'segments of low latency are deleted like all others',
    about: 'process',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => {
        if (!isGroup(part) || !Array.isArray(part.cleanup)) return part;
        let channel: string | undefined;
        onPlaylists(part, (muxing) => {
          channel ??= /^chunk-(.*)-\$/.exec(String(settingIn(muxing, 'media_seg_name')))?.[1];
          return muxing;
        });
        if (channel === undefined) return part;
        const rules = part.cleanup.map(group);
        const segments = rules.find(({ max_files }) => Number(max_files) > 0) ?? rules.at(-1);
        const pattern = (name: string) => String(segments?.pattern).replace(/:.*/, `:/${name}`);
        return {
          ...part,
          cleanup: [
            ...part.cleanup,
            { ...segments, pattern: pattern(`chunk-${channel}-*`) },
            { ...segments, pattern: pattern(`init-${channel}*`), max_files: 0, max_file_age_seconds: 0 },
          ],
        };
      }),
  },
];
