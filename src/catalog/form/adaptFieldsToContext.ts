import { meets, type Skills } from '../../media/encoding/skills.ts';
import type { Field, Fields, Option, Settings } from './fields.ts';

/** References within definitions. */
type CatalogContext = { meta?: { name: string; description: string }; skills?: Skills };

/** The form of a channel and core: rules know their context, options are those that the core has. */
export const adaptFieldsToContext = <C>(fields: Fields<C>, context: C, known: CatalogContext = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, adaptField(field, context, known)]));

function adaptField<C>(field: Field<C>, context: C, { meta, skills }: CatalogContext): Field {
  const { when, disabled, locked, fault, ...rest } = field;
  const rules = {
    ...(when && { when: (settings: Settings) => when(settings, context) }),
    ...(disabled && { disabled: (settings: Settings) => disabled(settings, context) }),
    ...(locked && { locked: (settings: Settings) => locked(settings, context) }),
    ...(fault && { fault: (settings: Settings) => fault(settings, context) }),
  };
  if (rest.kind === 'readonly' && rest.meta && meta) {
    const text = meta[rest.meta];
    return { ...rest, ...rules, from: () => text };
  }
  if (!('options' in rest)) return { ...rest, ...rules };
  const { found, ...choosing } = rest;
  const options = [...choosing.options, ...(found?.(context) ?? [])].map((option) => offered(option, skills));
  const adapted = { ...choosing, ...rules, options, ...(found && { found: () => [] }) };
  if (adapted.kind === 'selectOrCustom' && found) return { ...adapted, default: proposed(adapted.default, options) };
  if (adapted.kind !== 'select') return adapted;
  const open = options.filter(({ storedOnly }) => !storedOnly);
  const first = open.find(({ value }) => value === adapted.default) ?? open[0];
  return { ...adapted, default: first?.value ?? adapted.default };
}

/** What this core cannot do is not offered, but whoever has it stored still sees what it is. */
const offered = (option: Option, skills: Skills | undefined): Option =>
  option.needs && skills && !meets(option.needs, skills) ? { ...option, storedOnly: true } : option;

/** Of what was found the first, as long as the default means nothing here. */
function proposed(byDefault: string, options: readonly Option[]): string {
  const listed = options.find(({ value }) => value === byDefault);
  return listed && !listed.none ? byDefault : (options.find(({ none }) => !none)?.value ?? byDefault);
}
