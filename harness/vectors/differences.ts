import { playlistAddress } from '../../src/media/hls.ts';
import { type Case, group, isGroup, list } from './case.ts';
import { coderDifferences } from './coderDifferences.ts';
import { sourceDifferences } from './sourceDifferences.ts';
import { asVersion1, IN_FORCE } from './version1.ts';

/** Where the product does something else on purpose: how an expectation reads then, and why. */
export type Difference = { reason: string; about: string; rewrite: (expected: unknown, vector: Case) => unknown };

/** The same value, with `change` applied to every object and list in it, from the inside out. */
function everywhere(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item) => everywhere(item, change)));
  if (!isGroup(value)) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, everywhere(item, change)])));
}

const without = (items: unknown[], run: string[]): unknown[] => {
  const at = items.findIndex((_, i) => run.every((word, k) => items[i + k] === word));
  return at < 0 ? items : [...items.slice(0, at), ...items.slice(at + run.length)];
};

/** What stands in front of the host. */
const inSmallLetters = (address: string) => address.replace(/^\s*[^/]*:(?=\/\/)/, (scheme) => scheme.toLowerCase());

const SMALL = 'ffmpeg knows protocols in small letters only, so every address is given to it so';

const COPY_EXTRAS = ['-vsync', '0', '-copyts', '-start_at_zero'];

const isShort = (seconds: number) => seconds > 0 && seconds <= 60;

const onTee = (outputs: string): string => {
  const after = (name: string) => Number(outputs.match(new RegExp(`${name}=(\\d+)`))?.[1]);
  if (!isShort(after('hls_time') * after('hls_list_size'))) return outputs;
  return outputs.replace('start_number=0', 'hls_start_number_source=epoch').replace('append_list+', 'discont_start+');
};

export const differences: Difference[] = [
  ...coderDifferences,
  ...sourceDifferences,
  ...['process', 'source', 'services'].map((about) => ({
    reason: SMALL,
    about,
    rewrite: (expected: unknown) =>
      everywhere(expected, (part) =>
        isGroup(part) && typeof part.address === 'string' ? { ...part, address: inSmallLetters(part.address) } : part,
      ),
  })),
  {
    reason: `${SMALL}: its class is that of the small letters`,
    about: 'protocol',
    rewrite: (expected, { given }) => {
      const { address } = group(given);
      if (typeof address !== 'string' || inSmallLetters(address) === address || !isGroup(expected)) return expected;
      const known = String(expected.class).toLowerCase();
      // Whoever compares capitals with small letters knows nothing of what such an address can.
      const small = /^(?:rtmp|http|mms|rtsp)/.exec(inSmallLetters(address))?.[0] ?? known;
      const auth = ['amqp', 'ftp', 'http', 'icecast', 'mms', 'rtmp', 'sftp', 'rtsp'].includes(small);
      const asked = group(expected.supportedWhenInputListIs);
      const [scheme] = inSmallLetters(address).split(':');
      const result = Array.isArray(asked.list) && asked.list.includes(scheme);
      return { class: small, valid: true, auth, supportedWhenInputListIs: { ...asked, result } };
    },
  },
  {
    reason: 'the playlist keeps no end mark, so that a clean stop does not end its readers (omit_endlist)',
    about: 'process',
    rewrite: (expected) =>
      everywhere(expected, (part) =>
        part === 'append_list+delete_segments' ? 'append_list+delete_segments+omit_endlist' : part,
      ),
  },
  {
    reason: 'a playlist that nobody looks back in begins anew at each start, numbered by the clock',
    about: 'process',
    rewrite: (expected) =>
      everywhere(expected, (part) => {
        if (typeof part === 'string' && part.startsWith('[f=hls:')) return onTee(part);
        // What services send is theirs.
        if (!Array.isArray(part) || !part.some((word) => /^\{(mem|disk)fs\}.*\.(ts|mp4)$/.test(String(word))))
          return part;
        const after = (name: string) => Number(part[part.indexOf(name) + 1]);
        const at = part.findIndex((word, i) => word === '-start_number' && part[i + 1] === '0');
        if (at < 0 || !isShort(after('-hls_time') * after('-hls_list_size'))) return part;
        return part
          .toSpliced(at, 2, '-hls_start_number_source', 'epoch')
          .map((word) => (typeof word === 'string' ? word.replace(/^append_list\+/, 'discont_start+') : word));
      }),
  },
  {
    reason: 'a playlist is never too old: who reads it ends without it',
    about: 'process',
    rewrite: (expected) =>
      everywhere(expected, (part) =>
        isGroup(part) && /\.m3u8$/.test(String(part.pattern)) ? { ...part, max_file_age_seconds: 0 } : part,
      ),
  },
  {
    reason: '-y is a global option',
    about: 'process',
    rewrite: (expected) =>
      everywhere(expected, (part) => {
        if (!isGroup(part) || !Array.isArray(part.output) || !Array.isArray(part.options)) return part;
        // Services have options of their own.
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
      everywhere(expected, (part) => {
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
      everywhere(expected, (part) => {
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
      everywhere(expected, (part) => {
        if (!isGroup(part) || !Array.isArray(part.options) || !Array.isArray(part.cleanup)) return part;
        const size = part.options[part.options.findIndex((o) => o === '-hls_list_size' || o === '-window_size') + 1];
        if (size !== '0') return part;
        return {
          ...part,
          cleanup: part.cleanup.map((rule) => ({ ...group(rule), max_files: 0, max_file_age_seconds: 0 })),
        };
      }),
  },
  {
    reason: 'the side of a picture that follows the other is even, as encoders need it',
    about: 'filter',
    rewrite: (expected) =>
      everywhere(expected, (part) => (typeof part === 'string' ? part.replace(/^(scale=.*)-1\b/, '$1-2') : part)),
  },
  {
    reason: 'what is not sent is not mapped',
    about: 'recorded',
    rewrite: (expected) =>
      everywhere(expected, (part) => {
        if (!Array.isArray(part)) return part;
        // `-map 0:0 -vn`: three words of which the last stays.
        const mapped = (at: number) => part[at] === '-map' && ['-vn', '-an'].includes(part[at + 2]);
        return part.filter((_, i) => !mapped(i) && !mapped(i - 1));
      }),
  },
  {
    reason: 'a picture that was chosen as sound is none',
    about: 'recorded',
    rewrite: (expected, { given }) => {
      const [profile] = list(group(given).profiles);
      const { source, stream } = group(profile?.audio);
      const chosen = list(list(group(given).sources)[Number(source)]?.streams)[Number(stream)];
      if (chosen?.type !== 'video') return expected;
      return everywhere(expected, (part) => {
        const [at, end] = Array.isArray(part) ? [part.lastIndexOf('-map'), part.indexOf('-metadata')] : [-1, -1];
        return Array.isArray(part) && at >= 0 && end > at ? part.toSpliced(at, end - at, '-an') : part;
      });
    },
  },
  {
    reason: 'a missing cleanup switch is read as on',
    about: 'recorded',
    rewrite: (expected, { given }) => {
      const hls = group(group(group(given).control).hls);
      if (hls.cleanup !== undefined || !('lhls' in hls)) return expected;
      const age = Number(hls.segmentDuration) * (Number(hls.listSize) + 2);
      return everywhere(expected, (part) =>
        isGroup(part) && /_\*\.ts$/.test(String(part.pattern)) ? { ...part, max_file_age_seconds: age } : part,
      );
    },
  },
  {
    reason: 'video is copied plainly: newer versions of ffmpeg have no -vsync',
    about: 'copy',
    rewrite: (expected) => everywhere(expected, (part) => (Array.isArray(part) ? without(part, COPY_EXTRAS) : part)),
  },
  {
    reason: 'RTMPS is served at an address of its own (address_tls)',
    about: 'networkConfig',
    rewrite: (expected, { given }) => {
      const { enable_tls, address_tls } = group(group(given).rtmp);
      const [, port] = /:(\d+)$/.exec(String(address_tls)) ?? [];
      if (enable_tls !== true || port === undefined) return expected;
      const network = group(group(expected).network);
      const rtmp = group(network.rtmp);
      // 443 is what rtmps:// means without a port.
      const at = (host: unknown) => String(host).replace(/:\d+$/, '') + (port === '443' ? '' : `:${port}`);
      const moved = { ...rtmp, host: at(rtmp.host), local: at(rtmp.local) };
      return { ...group(expected), network: { ...network, rtmp: moved } };
    },
  },
  {
    reason: 'no address is shown of a server that is off',
    about: 'networkConfig',
    rewrite: (expected) => {
      const { publicAddresses, network, ...rest } = group(expected);
      if (publicAddresses === undefined) return expected;
      const off = ['rtmp', 'srt'].filter((server) => group(group(network)[server]).enabled === false);
      const shown = { ...group(publicAddresses), ...Object.fromEntries(off.map((server) => [server, null])) };
      return { ...rest, network, publicAddresses: shown };
    },
  },
  {
    reason: 'what older data leaves out is said, as it was in force then',
    about: 'merge',
    rewrite: (expected) =>
      everywhere(expected, (part) => {
        if (!isGroup(part)) return part;
        if ('lhls' in part) return { ...IN_FORCE.hls, ...part };
        if ('staleTimeout' in part) return { low_delay: false, ...part };
        if ('hls' in part) return { ...IN_FORCE.feeds, ...part };
        return 'process' in part ? { ...IN_FORCE.reads, ...part } : part;
      }),
  },
  {
    reason: 'version 1 is written, and data of before 1.2 means what it meant then',
    about: 'merge',
    rewrite: (expected, { given }) => {
      if (!isGroup(expected) || typeof expected.version !== 'string') return expected;
      return asVersion1(expected, !/^1\.([2-9]|\d\d)/.test(String(group(given).version)));
    },
  },
  {
    reason: 'plain versions of ffmpeg write their progress as the core reads it only without a log level',
    about: 'process',
    rewrite: (expected) =>
      everywhere(expected, (part) => (Array.isArray(part) ? without(part, ['-loglevel', 'level+info']) : part)),
  },
  {
    reason: 'segments of low latency are deleted like all others',
    about: 'process',
    rewrite: (expected) =>
      everywhere(expected, (part) => {
        if (!isGroup(part) || !Array.isArray(part.options) || !Array.isArray(part.cleanup)) return part;
        const media = part.options[part.options.indexOf('-media_seg_name') + 1];
        const [, channel] = (part.options.includes('dash') && /^chunk-(.*)-\$/.exec(String(media))) || [];
        if (channel === undefined) return part;
        const [segments] = part.cleanup.map(group);
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
  {
    reason: 'sound is marked as that of a source of its own where it is, and not before somebody has chosen that',
    about: 'preselect',
    rewrite: (expected) => {
      const { source, stream } = group(group(expected).audio);
      const custom = source === 1 ? { selected: true, stream: -2 } : { selected: false, stream };
      return isGroup(expected) ? { ...expected, custom } : expected;
    },
  },
  {
    reason: 'streams are completed with all their fields',
    about: 'merge',
    rewrite: (expected) =>
      everywhere(expected, (part) =>
        isGroup(part) && 'sampling_hz' in part ? { url: '', pix_fmt: '', ...part } : part,
      ),
  },
  {
    reason: 'newer ingest points of Twitch are whole host names',
    about: 'twitch',
    rewrite: (expected) =>
      everywhere(expected, (part) =>
        typeof part === 'string' ? part.replace('.live-video.net.twitch.tv/', '.live-video.net/') : part,
      ),
  },
];
