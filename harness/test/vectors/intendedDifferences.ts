import { type Group, group, isGroup } from './case.ts';
import { asVersion1, IN_FORCE } from './downgradeStoredData.ts';
import { intendedCoderDifferences } from './intendedCoderDifferences.ts';
import { intendedProcessDifferences } from './intendedProcessDifferences.ts';
import { intendedServiceDifferences } from './intendedServiceDifferences.ts';
import { intendedSourceDifferences } from './intendedSourceDifferences.ts';
import { type Difference, rewriteEverywhere, without } from './rewriteExpectation.ts';

const inSmallLetters = (address: string) =>
  address.replace(/^\s*(?:[a-z][a-z0-9+.-]*:)+(?=\/\/)/i, (scheme) => scheme.toLowerCase());

const SMALL = 'ffmpeg knows protocols in small letters only, so every address is given to it so';

const COPY_EXTRAS = ['-vsync', '0', '-copyts', '-start_at_zero'];

/** Applied in this order, each to the result of the previous ones. */
export const intendedDifferences: Difference[] = [
  ...intendedCoderDifferences,
  ...intendedSourceDifferences,
  ...['process', 'source', 'services'].map((about) => ({
    reason: SMALL,
    about,
    rewrite: (expected: unknown) =>
      rewriteEverywhere(expected, (part) =>
        isGroup(part) && typeof part.address === 'string' ? { ...part, address: inSmallLetters(part.address) } : part,
      ),
  })),
  {
    reason: `${SMALL}: its class is that of the small letters`,
    about: 'protocol',
    rewrite: (expected, { given }) => {
      const { address } = group(given);
      if (typeof address !== 'string' || inSmallLetters(address) === address || !isGroup(expected)) return expected;
      const before = String(expected.class).toLowerCase();
      // Case-sensitive interfaces do not recognize such an address.
      const [protocols = ''] = inSmallLetters(address).split('://');
      const small = ['rtmp', 'http', 'mms', 'rtsp'].find((protocol) => protocols.includes(protocol)) ?? before;
      const auth = ['amqp', 'ftp', 'http', 'icecast', 'mms', 'rtmp', 'sftp', 'rtsp'].includes(small);
      const support = group(expected.supportedWhenInputListIs);
      const [scheme] = inSmallLetters(address).split(':');
      const result = Array.isArray(support.list) && support.list.includes(scheme);
      return { class: small, valid: true, auth, supportedWhenInputListIs: { ...support, result } };
    },
  },
  ...intendedProcessDifferences,
  ...intendedServiceDifferences,
  {
    reason: 'the side of a picture that follows the other is even, as encoders need it',
    about: 'filter',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) =>
        typeof part === 'string' ? part.replace(/^(scale=.*)-1\b/, '$1-2') : part,
      ),
  },
  {
    reason: 'video is copied plainly: newer versions of ffmpeg have no -vsync',
    about: 'copy',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => (Array.isArray(part) ? without(part, COPY_EXTRAS) : part)),
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
      // 443 is the default port of rtmps://.
      const at = (host: unknown) => String(host).replace(/:\d+$/, '') + (port === '443' ? '' : `:${port}`);
      const moved = { ...rtmp, host: at(rtmp.host), local: at(rtmp.local) };
      const { publicAddresses, ...rest } = group(expected);
      const shown = isGroup(publicAddresses) ? { publicAddresses: shownAt(publicAddresses, String(moved.host)) } : {};
      return { ...rest, network: { ...network, rtmp: moved }, ...shown };
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
    reason: 'a core without settings of SRT has no such server, rather than one that is off',
    about: 'networkConfig',
    rewrite: (expected, { given }) => {
      const network = group(group(expected).network);
      if (group(network.srt).enabled !== false || 'srt' in group(given)) return expected;
      return { ...group(expected), network: { ...network, srt: { ...group(network.srt), enabled: null } } };
    },
  },
  {
    reason: 'what older data leaves out is said, as it was in force then',
    about: 'merge',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) => {
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
      rewriteEverywhere(expected, (part) =>
        isGroup(part) && 'sampling_hz' in part ? { url: '', pix_fmt: '', ...part } : part,
      ),
  },
];

const shownAt = (addresses: Group, host: string): Group => ({
  ...addresses,
  ...(typeof addresses.rtmp === 'string'
    ? { rtmp: addresses.rtmp.replace(/^rtmps?:\/\/[^/]*/, `rtmps://${host}`) }
    : {}),
});
