import type { ProcessConfig } from '../../../api/answers/process.ts';
import { encoderOf } from '../../../catalog/coders/index.ts';
import type { AnyFields, Fields, Settings } from '../../../catalog/form/fields.ts';
import { defaultsOf, withValue } from '../../../catalog/form/fieldValues.ts';
import { asArgument, schemeOf } from '../../../media/address/addressProtocol.ts';
import { emptyProfile, type StreamCoding } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { feedInputs } from '../../../media/process/egress.ts';
import type { EgressMetadata, Feed, Output } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { type FormContext, serviceContextOf } from './publicationDraft.ts';

/** Recovers settings that an update by another program has dropped; null: nothing has changed. */
export function readBackPublication(
  context: FormContext,
  stored: EgressMetadata,
  process: ProcessConfig,
): EgressMetadata | null {
  const [output] = process.output;
  const addresses = (outputs: readonly Pick<Output, 'address'>[]) => outputs.map(({ address }) => asArgument(address));
  if (output === undefined || sameJson(addresses(stored.outputs), addresses(process.output))) return null;
  const settings = settingsSending(context, stored, output) ?? stored.settings;
  const options = context.service.outputs(settings, serviceContextOf(context, emptyProfile()))[0]?.options ?? [];
  const own = { ...stored.control.process };
  const source = feedOf(context.channel, process) ?? stored.control.source.source;
  return {
    ...stored,
    settings,
    outputs: process.output.map(({ address }, i) => ({ address, options: i === 0 ? options : [] })),
    profiles: [profileOf(context, output.options, options), ...stored.profiles.slice(1)],
    control: {
      ...stored.control,
      source: { ...stored.control.source, source },
      process: {
        ...own,
        autostart: process.autostart,
        reconnect: process.reconnect,
        delay: process.reconnect_delay_seconds,
        staleTimeout: process.stale_timeout_seconds,
        low_delay: output.options.join(' ').includes('-flags +low_delay'),
      },
    },
  };
}

type SentOutput = Pick<Output, 'address' | 'options'>;

const FEEDS: readonly Feed[] = ['hls+memfs', 'hls+diskfs', 'rtmp', 'srt'];

const feedOf = (channel: string, { input }: ProcessConfig): Feed | undefined =>
  FEEDS.find((feed) => feedInputs[feed](channel, null).address === input[0]?.address);

/** Pairs each argument with the previous one, because a value alone is ambiguous. */
const inPairs = (words: readonly string[]) => words.map((word, i) => `${words[i - 1] ?? ''} ${word}`);

/** Counts the options that two commands do not share. */
function distance(words: readonly string[], other: readonly string[]): number {
  const unmatched = inPairs(other);
  let missing = 0;
  for (const word of inPairs(words)) {
    const at = unmatched.indexOf(word);
    if (at < 0) missing += 1;
    else unmatched.splice(at, 1);
  }
  return missing + unmatched.length;
}

/** Candidate values of a field among the arguments of a command. */
function valuesIn(field: AnyFields[string], words: readonly string[]): unknown[] {
  switch (field.kind) {
    case 'toggle':
      return [true, false];
    case 'select':
      return field.options.map(({ value }) => value);
    case 'multiselect':
      return words.map((word) => word.split('+').filter((part) => part !== ''));
    case 'number':
      return words.map((word) => Number.parseFloat(word)).filter((value) => !Number.isNaN(value));
    case 'text':
    case 'secret':
    case 'selectOrCustom':
      // `4096k` for a field in kbit/s; `service_name=…`.
      return words.flatMap((word) => [word, word.replace(/^(\d+)[kM]$/, '$1'), word.replace(/^\w+=/, '')]);
    default:
      return [];
  }
}

function fitSettings(
  fields: AnyFields,
  initial: Settings,
  target: readonly string[],
  make: (settings: Settings) => readonly string[],
): Settings {
  let [settings, remaining] = [initial, distance(make(initial), target)];
  for (const [key, field] of Object.entries(fields)) {
    for (const value of new Set(valuesIn(field, target))) {
      if (remaining === 0) return settings;
      const next = withValue(settings, key, value);
      const rest = distance(make(next), target);
      if (rest < remaining) [settings, remaining] = [next, rest];
    }
  }
  return settings;
}

const partsOf = (address: string): string[] => address.split(/[?&]/).map(decoded);
/** Limits the work, because each candidate tries every field. */
const MOST_FITTED = 4;

function settingsSending(context: FormContext, stored: EgressMetadata, output: SentOutput): Settings | null {
  const { service } = context;
  const at = serviceContextOf(context, emptyProfile());
  const fields = service.form(at);
  const initial = { ...defaultsOf(fields), ...stored.settings };
  const outputOf = (settings: Settings): Output | null => service.outputs(settings, at)[0] ?? null;
  const whereOf = ({ address, options }: SentOutput) => [
    asArgument(address),
    ...['-rtmp_app', '-rtmp_playpath'].map((name) => options[options.indexOf(name) + 1 || options.length] ?? ''),
  ];
  const target = whereOf(output);
  const reaches = (settings: Settings) => {
    const sent = outputOf(settings);
    return sent !== null && sameJson(whereOf(sent), target);
  };
  const found =
    [...placesOf(fields, initial, output)].find(reaches) ??
    // Services such as SRT write their settings into the query.
    [...placesOf(fields, initial, { ...output, address: output.address.replace(/\?.*/s, '') })]
      .slice(0, MOST_FITTED)
      .map((settings) =>
        fitSettings(fields, settings, partsOf(output.address), (next) => partsOf(outputOf(next)?.address ?? '')),
      )
      .find(reaches);
  if (found === undefined) return null;
  const isPlace = (key: string) => 'holds' in (fields[key] ?? {}) || key === 'protocol';
  const others = Object.fromEntries(Object.entries(fields).filter(([key]) => !isPlace(key)));
  return fitSettings(others, found, output.options, (settings) => {
    // Settings that lead elsewhere get the greatest possible distance.
    return reaches(settings) ? (outputOf(settings)?.options ?? []) : ['', ...output.options, ...output.options];
  });
}

/** Candidate splits of an address into server, key and login, likeliest first. */
function* placesOf(fields: Fields, initial: Settings, { address, options }: SentOutput): Iterable<Settings> {
  const keysOf = (...kinds: readonly string[]) =>
    Object.entries(fields).flatMap(([key, field]) =>
      'holds' in field && field.holds !== undefined && kinds.includes(field.holds) ? [key] : [],
    );
  const [[server], [key], [user], [password]] = [
    keysOf('server', 'address'),
    keysOf('key', 'stream'),
    keysOf('username'),
    keysOf('password', 'passphrase'),
  ];
  const playpath = options[options.indexOf('-rtmp_playpath') + 1 || options.length] ?? '';
  const full = playpath === '' ? address : `${address.replace(/\/$/, '')}/${playpath}`;
  const scheme = schemeOf(full);
  const [, login = '', afterLogin = ''] = /^[^/]+:\/\/(?:([^/?#]*)@)?(.*)/s.exec(full) ?? [];
  const [name = '', ...word] = login.split(':');
  const location = scheme === '' ? full : full.slice(scheme.length + 3);
  const put = (settings: Settings, at: string | undefined, value: string) =>
    at === undefined ? settings : withValue(settings, at, value);
  const logins: { typed: string; begun: Settings }[] = [
    ...(login !== '' && password !== undefined
      ? [{ typed: afterLogin, begun: put(put(initial, user, decoded(name)), password, decoded(word.join(':'))) }]
      : []),
    { typed: location, begun: initial },
  ];
  const choices = Object.entries(fields).flatMap(([at, field]) =>
    'holds' in field && field.holds === 'place' && field.kind === 'select'
      ? field.options.map(({ value }): [string, unknown] => [at, value])
      : [],
  );
  for (const { typed, begun: withLogin } of logins) {
    const cuts = [...typed.matchAll(/\//g)].map(({ index }) => index).toReversed();
    const splits: [string, string][] = [
      ...cuts.map((at): [string, string] => [typed.slice(0, at), typed.slice(at + 1)]),
      [typed, ''],
    ];
    const ordered = playpath === '' ? splits : [[typed.slice(0, -playpath.length - 1), playpath] as const, ...splits];
    for (const [left, right] of ordered) {
      const keyed = put(withLogin, key, right);
      for (const [at, value] of [['protocol', `${scheme}://`], ...choices] as const) {
        const placed = at in fields ? withValue(keyed, at, value) : keyed;
        yield put(placed, server, left);
        yield put(placed, server, `${scheme}://${left}`);
      }
    }
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const CODER: Record<MediaType, RegExp> = {
  video: /^-(?:c|codec):v(?::0)?$|^-vcodec$/,
  audio: /^-(?:c|codec):a(?::0)?$|^-acodec$/,
};

function profileOf(context: FormContext, options: readonly string[], own: readonly string[]) {
  const end = own.length > 0 ? options.indexOf(own[0] ?? '') : options.indexOf('-f');
  const coding = options.slice(0, end < 0 ? options.length : end);
  // Each stream starts with its own `-map`.
  const parts = coding.join('\0').split(/\0?(?=-map\0|-[av]n(?:\0|$))/);
  const codingOf = (type: MediaType): StreamCoding => {
    const none = emptyProfile()[type];
    const words = parts.map((part) => part.split('\0')).find((part) => part.some((word) => CODER[type].test(word)));
    const id = words?.[words.findIndex((word) => CODER[type].test(word)) + 1];
    if (words === undefined || id === undefined) return none;
    const mapped = /^0:(\d+)$/.exec(words[words.indexOf('-map') + 1] ?? '')?.[1];
    const isMapped = (index: number) => mapped === undefined || context.streams[index]?.stream === Number(mapped);
    const stream = context.streams.findIndex((each, index) => each.type === type && isMapped(index));
    const sent = context.streams[stream];
    if (sent === undefined) return none;
    const mapping = words.slice(words.indexOf('-map') + 2);
    const encoder = encoderOf(type, id);
    const settings =
      encoder === null
        ? {}
        : fitSettings(encoder.fields, defaultsOf(encoder.fields), mapping, (next) =>
            encoder.args(next, sent, context.skills.ffmpeg),
          );
    return { ...none, source: 0, stream, encoder: { coder: id, settings, mapping } };
  };
  return { ...emptyProfile(), video: codingOf('video'), audio: codingOf('audio') };
}

/** Whether the draft leads to the address of the process. If not, the form shows the process itself. */
export function isReadBackWhole(context: FormContext): boolean {
  const { draft, runs } = context.readBack ?? {};
  if (draft === undefined) return true;
  const [sent] = context.service.outputs(draft.settings, serviceContextOf(context, draft.profile));
  const address = runs?.process?.output[0]?.address;
  return sent !== undefined && address !== undefined && asArgument(sent.address) === asArgument(address);
}
