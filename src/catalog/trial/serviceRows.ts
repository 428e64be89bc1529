import type { Input } from '../../media/encoding/profile.ts';
import { type Skills, unmet } from '../../media/encoding/skills.ts';
import type { MediaType, Stream } from '../../media/encoding/streams.ts';
import { encodersFor } from '../coders/chooseCoders.ts';
import { testStream } from '../coders/encoderTestArguments.ts';
import type { Encoder, Output, Service, ServiceContext } from '../form/defineCatalogEntry.ts';
import type { Field, Fields, Settings } from '../form/fields.ts';
import { withValue } from '../form/fieldValues.ts';
import { services } from '../services/index.ts';
import { generatedInput } from './coderRows.ts';
import { choicesIn, type SettingVariant } from './settingVariants.ts';
import { NOBODY } from './sourceRows.ts';
import type { TrialRow } from './trialRow.ts';

const CHANNEL = '00000000-0000-4000-8000-000000000000';
const UNGUESSABLE = '0123456789abcdef0123456789abcdef';

function sampleValue(field: Field): unknown {
  if (field.kind === 'text') return field.placeholder ?? 'x';
  if (field.kind === 'secret') return 'x'.repeat(16);
  if (field.kind === 'select' || field.kind === 'selectOrCustom') {
    const [first] = field.options.filter(({ none, storedOnly }) => !none && !storedOnly);
    return first?.value;
  }
  return undefined;
}

const filledIn = (settings: Settings, fields: Fields, missing: readonly string[]): Settings =>
  missing.reduce<Settings>((filled, key) => {
    const field = fields[key];
    return field ? withValue(filled, key, sampleValue(field)) : filled;
  }, settings);

const ADDRESS = /^([a-z][a-z0-9+.-]*):\/\/[^/?]*/i;

/** Redirects outputs to a closed port on this machine, and files to /dev/null. */
const unreachable = ({ address, options }: Output): { address: string; options: readonly string[] } => ({
  address: ADDRESS.test(address) ? withoutHost(address) : '/dev/null',
  options: options.map(withoutHost),
});
const withoutHost = (text: string): string => text.replace(ADDRESS, `$1://${NOBODY}`);

const encoderFor = (service: Service, type: MediaType, skills: Skills): Encoder | null =>
  encodersFor(type, service.requires[type], skills).find(
    ({ hardware, codec }) => !hardware && codec !== 'copy' && codec !== 'none',
  ) ?? null;

interface ServiceTrial {
  service: Service;
  context: ServiceContext;
  inputs: Input[];
  args: string[];
}

function sendingBy(service: Service, skills: Skills): ServiceTrial | null {
  const codings = (['video', 'audio'] as const).flatMap((type) => {
    const encoder = encoderFor(service, type, skills);
    const stream: Stream = testStream(type);
    return encoder ? [{ type, encoder, stream: { ...stream, codec: encoder.codec } }] : [];
  });
  if (codings.length === 0) return null;
  const streams = codings.map(({ stream }) => stream);
  return {
    service,
    context: { channel: CHANNEL, meta: { name: 'Sluice', description: 'Sluice' }, skills, streams },
    inputs: codings.map(({ type }) => generatedInput(type)),
    args: codings.flatMap(({ encoder, type }) => encoder.args({}, testStream(type), skills.ffmpeg)),
  };
}

function rowsOf(
  { service, context, inputs, args }: ServiceTrial,
  set: Settings,
  setting: SettingVariant | null,
): TrialRow[] {
  const settings = filledIn(set, service.form(context), service.missing(set, context));
  return service.outputs(settings, context).map((output): TrialRow => {
    const { address, options } = unreachable(output);
    return {
      ...{ kind: 'service', names: [service.id], setting, global: [], hardware: false, runs: 'reaching' },
      ...{ inputs, output: { address, options: [...args, ...options] } },
    };
  });
}

function variantsOf(sending: ServiceTrial): TrialRow[] {
  const { service, context } = sending;
  const own = service.own?.(UNGUESSABLE) ?? {};
  return [
    ...rowsOf(sending, own, null),
    ...choicesIn(service.form(context), own).flatMap(({ setting, settings }) => rowsOf(sending, settings, setting)),
  ];
}

/** Keeps the query, which may contain options, as in SRT. */
const argumentsOf = ({ inputs, output }: TrialRow) =>
  JSON.stringify([inputs, output?.options, output?.address.replace(/:\/\/[^?]*/, '')]);

/** By default, then with each setting. Duplicates are dropped, and defaults never count as a setting. */
export function serviceRows(skills: Skills): TrialRow[] {
  const met = services.filter(({ retired, requires }) => !retired && unmet(requires, skills).length === 0);
  const all = met.flatMap((service) => {
    const sending = sendingBy(service, skills);
    return sending ? variantsOf(sending) : [];
  });
  const plain = new Set(all.filter(({ setting }) => setting === null).map(argumentsOf));
  const rows = new Map<string, TrialRow>();
  for (const row of all) {
    const args = argumentsOf(row);
    if (row.setting && plain.has(args)) continue;
    const key = JSON.stringify([args, row.setting]);
    const same = rows.get(key);
    rows.set(key, same ? { ...same, names: [...new Set([...same.names, ...row.names])] } : row);
  }
  return [...rows.values()];
}
