import { msg } from '../../i18n/msg.ts';
import { trialRefusalOf } from '../../media/encoding/ffmpegTrialResult.ts';
import { canMux, type Requirements, type Skills, unmet } from '../../media/encoding/skills.ts';
import type { Output, Service } from '../form/defineCatalogEntry.ts';

export interface UnservedReason {
  /** English texts with a placeholder for the names. */
  missing: readonly { text: string; names: string }[];
  refused: string | null;
}

const texts: Record<keyof Requirements, string> = {
  protocols: msg('protocol {{names}}'),
  formats: msg('format {{names}}'),
  devices: msg('device {{names}}'),
  video: msg('video encoder for {{names}}'),
  audio: msg('audio encoder for {{names}}'),
};

const valueAfter = (option: string, options: readonly string[]): string | undefined =>
  options[options.lastIndexOf(option) + 1 || options.length];

/** Requirements of these outputs: the settings choose one of several protocols and formats. */
function missingForOutputs(outputs: readonly Output[], skills: Skills): UnservedReason['missing'] {
  const schemes = outputs.flatMap(
    ({ address }) => /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase() ?? [],
  );
  const formats = outputs.flatMap(({ options }) => valueAfter('-f', options) ?? []);
  // The RTSP muxer opens the address itself.
  const isOpened = (scheme: string) => [scheme, scheme.replace(/s$/, '')].some((name) => formats.includes(name));
  const protocols = schemes.filter((name) => !skills.protocols.output.includes(name) && !isOpened(name));
  const named = (category: 'protocols' | 'formats', names: readonly string[]) =>
    [...new Set(names)].map((name) => ({ text: texts[category], names: name }));
  return [
    ...named('protocols', protocols),
    ...named(
      'formats',
      formats.filter((name) => !canMux(skills, name)),
    ),
  ];
}

/** null if the core can serve it. Without outputs, only the service's requirements count. */
export function unservedReason(
  { id, requires }: Pick<Service, 'id' | 'requires'>,
  skills: Skills,
  outputs: readonly Output[] = [],
): UnservedReason | null {
  const required = unmet(requires, skills).map((category) => ({
    text: texts[category],
    names: (requires[category] ?? []).filter((name) => name !== 'none').join(' / '),
  }));
  const missing = required.length > 0 ? required : missingForOutputs(outputs, skills);
  const refusal = missing.length > 0 ? null : trialRefusalOf(skills, 'service', id);
  return missing.length === 0 && refusal === null ? null : { missing, refused: refusal };
}

type Translate = (text: string, values: Readonly<Record<string, string>>) => string;

export const explainUnserved = (t: Translate, { missing, refused }: UnservedReason): string =>
  refused === null
    ? t("Incompatible. Check the requirements. Missing in this core's ffmpeg: {{list}}.", {
        list: missing.map(({ text, names }) => t(text, { names })).join(', '),
      })
    : t('This ffmpeg refuses it: {{line}}', { line: refused });
