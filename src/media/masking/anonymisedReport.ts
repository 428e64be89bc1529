import type { About } from '../../api/answers/about.ts';
import type { Config } from '../../api/answers/config.ts';
import type { Process } from '../../api/answers/process.ts';
import { MARK, maskText } from './mask.ts';
import { maskArgument } from './maskOption.ts';
import { maskOfProcess } from './maskProcessSecrets.ts';

export { maskText };

/** Safe to publish in a request for help. */
export type Report = { about: unknown; ffmpeg: { version: string }; config: unknown; process: unknown; log: unknown };

export const anonymisedReport = ({
  about,
  skillsVersion,
  config,
  process,
  log,
}: {
  about: About;
  skillsVersion: string;
  config: Config | null;
  process: Process | null;
  /** The core's log, only lines about the process. */
  log: readonly string[];
}): Report => {
  const mask = process ? maskOfProcess(process) : maskText;
  return {
    // The name of an external login contains its tenant, so only its kind is kept.
    about: { ...about, name: MARK, id: MARK, auths: about.auths.map((auth) => auth.split(/[:\s{]/)[0]) },
    ffmpeg: { version: skillsVersion },
    config: config && withoutSecrets(config, ''),
    process: process && withoutAddresses(parts(process), mask),
    log: log.map((line) => anonymous(line, mask).replace(CLIENT, `$1${MARK}`)),
  };
};

const parts = ({ id, type, reference, created_at, config, state, report }: Process) => ({
  id,
  type,
  reference,
  created_at,
  config,
  state,
  report,
});

// Dotted names of the config.
const PRIVATE = [
  /(^|\.)(username|password|passphrase|secret|token|tenants|email|allow|block|users)$/,
  /^(name|id|host\.name|rtmp\.app|sessions\.ip_ignorelist|storage\.cors\.origins|storage\.s3)$/,
];
const PUBLIC = /^(storage\.disk\.cache\.types)\./;

// Keeps empty values, "everything" and the root, which help to find the problem.
const isTelling = (value: unknown) => {
  const [only, ...more] = Array.isArray(value) ? value : [value];
  return more.length > 0 || !['', '*', '/', null, undefined].includes(only);
};

function withoutSecrets(value: unknown, path: string): unknown {
  const hidden = !PUBLIC.test(path) && PRIVATE.some((name) => name.test(path));
  if (hidden) return isTelling(value) ? (Array.isArray(value) ? [MARK] : MARK) : value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, path));
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? withoutPaths(maskText(value)) : value;
  const fields = Object.entries(value).map(([key, item]) => [
    key,
    withoutSecrets(item, path === '' ? key : `${path}.${key}`),
  ]);
  return Object.fromEntries(fields);
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const CLIENT = /(\b(?:client|remote)="?)(?!127\.|\[?::1)[^"\s]+/g;
const ADDRESS = /\b([a-z][a-z0-9+.-]{0,29}):\/\/([^/?\s'"|\]]+)([^\s'"|\]]*)/gi;
/** Inside an argument of a filter. */
const FILTERED = /([a-z][a-z0-9+.-]{0,29}\\{1,9}:\\{0,7}\/\\{0,7}\/)(?:\\+[^\s/]|[^\s'"|,;[\]\\])*/gi;
const PATH = /(^|[\s'"=])\/(?:[^/\s'"]+\/)+([^/\s'"]*)/g;

/** Removes hosts and paths of URLs. The core's own addresses keep everything but secrets. */
function withoutAddresses(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return anonymous(value, mask);
  if (Array.isArray(value))
    return value.map((item, i) =>
      typeof item === 'string'
        ? maskArgument(String(value[i - 1]), item, (text) => anonymous(text, mask))
        : withoutAddresses(item, mask),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutAddresses(item, mask)]));
}

const withoutPaths = (text: string) => text.replace(PATH, `$1${MARK}/$2`);

type Mask = (text: string) => string;

const anonymous = (text: string, mask: Mask): string =>
  withoutPaths(
    mask(text)
      .replace(ADDRESS, (all: string, scheme: string, authority: string) => {
        const host = authority.replace(/^.*@/, '').replace(/:\d*$/, '');
        // ffmpeg prints a colon after an address that failed.
        return LOCAL.test(host) ? all : `${scheme}://${MARK}${all.endsWith(':') ? ':' : ''}`;
      })
      .replace(FILTERED, `$1${MARK}`)
      .replace(/(Failed to resolve hostname )\S+(:)/g, `$1${MARK}$2`),
  );
