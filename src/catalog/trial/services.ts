import { testStream } from '../../media/process/encoderTest.ts';
import { type Skills, unmet } from '../../media/skills.ts';
import type { MediaType, Stream } from '../../media/streams.ts';
import { encodersFor } from '../coders/select.ts';
import type { Encoder, Output, Service } from '../define.ts';
import type { Field, Fields, Settings } from '../fields.ts';
import { services } from '../services/index.ts';
import { withValue } from '../settings.ts';
import { generated } from './coders.ts';
import type { TrialRow } from './row.ts';
import { NOBODY } from './sources.ts';

const CHANNEL = '00000000-0000-4000-8000-000000000000';
const UNGUESSABLE = '0123456789abcdef0123456789abcdef';
const HEIGHT = 144;

/** What anybody could have entered. */
function entered(field: Field): unknown {
  if (field.kind === 'text') return field.placeholder ?? 'x';
  if (field.kind === 'secret') return 'x'.repeat(16);
  if (field.kind === 'select' || field.kind === 'selectOrCustom') {
    const [first] = field.options.filter(({ none, storedOnly }) => !none && !storedOnly);
    return first?.value;
  }
  return undefined;
}

const filledIn = (fields: Fields, missing: readonly string[]): Settings =>
  missing.reduce<Settings>((settings, key) => {
    const field = fields[key];
    return field ? withValue(settings, key, entered(field)) : settings;
  }, {});

/** The same at this machine, where nobody answers; what is written to a file goes nowhere. */
function unreachable({ address, options }: Output): { address: string; options: readonly string[] } {
  const [, scheme, path = ''] = /^([a-z][a-z0-9+.-]*):\/\/[^/?]*(.*)$/i.exec(address) ?? [];
  return { address: scheme ? `${scheme}://${NOBODY}${path}` : '/dev/null', options };
}

/** What encodes for it on any machine; null: nothing does. */
const encoderFor = (service: Service, type: MediaType, skills: Skills): Encoder | null =>
  encodersFor(type, service.requires[type], skills).find(
    ({ hardware, codec }) => !hardware && codec !== 'copy' && codec !== 'none',
  ) ?? null;

function rowFor(service: Service, skills: Skills): TrialRow | null {
  const coded = (['video', 'audio'] as const).flatMap((type) => {
    const encoder = encoderFor(service, type, skills);
    const stream: Stream = testStream(type, HEIGHT);
    return encoder ? [{ type, encoder, stream: { ...stream, codec: encoder.codec } }] : [];
  });
  const context = {
    ...{ channel: CHANNEL, meta: { name: 'Sluice', description: 'Sluice' }, skills },
    streams: coded.map(({ stream }) => stream),
  };
  const own = service.own?.(UNGUESSABLE) ?? {};
  const settings = { ...filledIn(service.form(context), service.missing(own, context)), ...own };
  const [output] = service.outputs(settings, context);
  if (!output || coded.length === 0) return null;
  const { address, options } = unreachable(output);
  const args = coded.flatMap(({ encoder, type }) => encoder.args({}, testStream(type, HEIGHT), skills.ffmpeg));
  return {
    ...{ kind: 'service', names: [service.id], setting: null, global: [], hardware: false },
    inputs: coded.map(({ type }) => generated(type)),
    output: { address, options: [...args, ...options] },
    runs: 'reaching',
  };
}

/** What services write that this core meets, each once whoever writes it. */
export function serviceRows(skills: Skills): TrialRow[] {
  const rows = new Map<string, TrialRow>();
  for (const service of services) {
    if (service.retired || unmet(service.requires, skills).length > 0) continue;
    const row = rowFor(service, skills);
    if (!row) continue;
    const key = JSON.stringify([row.inputs, row.output?.options, row.output?.address.replace(/:\/\/.*/, '')]);
    const same = rows.get(key);
    rows.set(key, same ? { ...same, names: [...same.names, ...row.names] } : row);
  }
  return [...rows.values()];
}
