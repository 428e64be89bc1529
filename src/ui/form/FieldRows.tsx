import type { i18n } from 'i18next';
import { Fragment, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { disabledReason, isLocked, isShown } from '../../catalog/form/evaluateFields.ts';
import type { Field, Fields, Settings } from '../../catalog/form/fields.ts';
import type { InputValue, ValueField } from '../../catalog/form/fieldValues.ts';
import { hasValue, readPreference, showValue, valueAt } from '../../catalog/form/fieldValues.ts';
import { unitIn } from '../../i18n/format.ts';
import { msg } from '../../i18n/msg.ts';
import { LinkButton } from '../controls/Button.tsx';
import { UnfoldingDisclosure } from '../controls/UnfoldingDisclosure.tsx';
import { FieldByKind, type FormParts } from './FieldByKind.tsx';

type Words = Pick<i18n, 't' | 'language'>;

const FEW = 3;
/** Characters; longer values are addresses or texts. */
const SHORT = 24;

/** Lists a few settings that differ from their defaults, or their number. Never contains secrets. */
export function nonDefaultSettingsSummary(
  words: Words,
  fields: Fields,
  settings: Settings,
  keys: readonly string[],
): string | undefined {
  if (keys.length === 0) return undefined;
  const { t } = words;
  const texts = keys.flatMap((key) => {
    const field = fields[key];
    const text = field === undefined ? null : changedText(words, field, valueAt(settings, key));
    return text === null ? [] : [text];
  });
  return texts.length === keys.length && texts.length <= FEW
    ? texts.join(', ')
    : t('{{n}} changed', { n: keys.length });
}

function changedText({ t, language }: Words, field: Field, value: unknown): string | null {
  if (!('label' in field) || field.kind === 'secret' || ('covered' in field && field.covered)) return null;
  if (typeof value === 'boolean')
    return t(value ? msg('{{name}}: on') : msg('{{name}}: off'), { name: t(field.label) });
  const option = 'options' in field ? field.options.find((choice) => choice.value === value) : undefined;
  const text = option ? t(option.label) : typeof value === 'object' ? '' : String(value ?? '');
  if (text.length === 0 || text.length > SHORT) return null;
  return `${t(field.label)}: ${text}${'unit' in field && field.unit ? ` ${unitIn(language, t(field.unit))}` : ''}`;
}

export function isShort(field: Field | undefined): boolean {
  switch (field?.kind) {
    case 'number':
    case 'port':
      return true;
    case 'text':
      return field.unit !== undefined;
    case 'select':
    case 'selectOrCustom':
      return field.found === undefined && isOfWords(field.options);
    case 'panel':
      return field.short === true;
    default:
      return false;
  }
}

const WORD = 20;
const isOfWords = (options: readonly { label: string }[]) => options.every(({ label }) => label.length <= WORD);

/** Groups short neighbors. The key is the field before a row, so that a field keeps its focus when others appear. */
export function shapedRuns(fields: readonly { key: string; short: boolean }[]) {
  const runs: { key: string; short: boolean; keys: string[] }[] = [];
  for (const { key, short } of fields) {
    const last = runs.at(-1);
    if (short && last?.short) last.keys.push(key);
    else runs.push({ key: short ? `after ${last?.key ?? ''}` : key, short, keys: [key] });
  }
  return runs;
}

export interface FormExtras {
  errors?: Readonly<Record<string, string>>;
  disabled?: boolean;
  below?: Readonly<Record<string, ReactNode>>;
  panels?: Readonly<Record<string, ReactNode>>;
  onRefresh?: () => void;
  /** Finds a settings tab by id; null if the operator cannot see it. */
  tabLink?: (tab: string) => { href: string; title: string } | null;
  preferences?: { values: Readonly<Record<string, string>>; onChange: (key: string, value: string) => void };
}

interface FieldRowsProps extends FormExtras {
  fields: Fields;
  /** Complete, as rules depend on them. */
  settings: Settings;
  inputOf: (key: string, field: ValueField) => InputValue;
  onInput: (key: string, field: ValueField, input: InputValue) => void;
  onLeave?: (key: string, field: ValueField) => void;
  /** Some input is invalid: blocks the surrounding form, see `Form`. */
  unread?: boolean;
}

const changes = (field: Field, value: unknown) =>
  hasValue(field) && value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default);

/** Renders a form from its definition. Advanced fields are folded; an error in them unfolds them. */
export function FieldRows(props: FieldRowsProps) {
  const { fields, settings, errors = {} } = props;
  const { t, i18n } = useTranslation();
  const row = (key: string) => <Member {...props} form={parts} at={key} />;
  const parts: FormParts = { row, panel: (name) => panelOf(props.panels, name), onRefresh: props.onRefresh };
  const shown = Object.entries(fields).filter(([, field]) => isShown(field, settings));
  const paired = new Set(shown.flatMap(([, field]) => (field.kind === 'pair' ? field.of : [])));
  const own = shown.filter(([key]) => !paired.has(key));
  const advanced = own.filter(([, field]) => field.advanced);
  const folded = advanced.flatMap(([key, field]) => (field.kind === 'pair' ? [key, ...field.of] : [key]));
  const changed = folded.filter((key) => fields[key] && changes(fields[key], valueAt(settings, key)));
  return (
    <div className="stack stack-form" data-unread={props.unread || undefined}>
      <Groups members={own.filter(([, field]) => !field.advanced)} row={row} level={2} />
      {advanced.length > 0 && (
        <UnfoldingDisclosure
          summary={t('Advanced')}
          note={nonDefaultSettingsSummary(i18n, fields, settings, changed)}
          open={folded.some((key) => errors[key] !== undefined)}
        >
          <div className="stack stack-form">
            <Groups members={advanced} row={row} level={3} />
          </div>
        </UnfoldingDisclosure>
      )}
    </div>
  );
}

/** Throws, as a missing panel would otherwise go unnoticed. */
function panelOf(panels: FormExtras['panels'] = {}, name: string): ReactNode {
  if (!(name in panels)) throw new Error(`This screen has no panel "${name}"`);
  return panels[name];
}

interface GroupsProps {
  members: [string, Field][];
  row: (key: string) => ReactNode;
  level: 2 | 3;
}

function Groups({ members, row, level }: GroupsProps) {
  const runs: { at: string; group: string | undefined; keys: string[] }[] = [];
  const fields = new Map(members);
  for (const [key, { group }] of members) {
    const last = runs.at(-1);
    if (last && last.group === group) last.keys.push(key);
    // Not named after its first field: if that disappeared, the focused field would be recreated.
    else runs.push({ at: `${runs.length} ${group ?? ''}`, group, keys: [key] });
  }
  return runs.map(({ at, group, keys }) => {
    const rows = shapedRuns(keys.map((key) => ({ key, short: isShort(fields.get(key)) }))).map(
      ({ key, short, keys: members }) =>
        short ? (
          <div key={key} className="short-fields">
            {members.map((key) => (
              <div key={key}>{row(key)}</div>
            ))}
          </div>
        ) : (
          <Fragment key={key}>{row(key)}</Fragment>
        ),
    );
    if (group === undefined) return <Fragment key={at}>{rows}</Fragment>;
    return (
      <Group key={at} title={group} level={level}>
        {rows}
      </Group>
    );
  });
}

function Group({ title, level, children }: { title: string; level: 2 | 3; children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    // No landmark, as the group may appear again among the advanced fields.
    <fieldset className="choices" aria-labelledby={id}>
      <div className="stack stack-form">
        <Heading id={id}>{t(title)}</Heading>
        {children}
      </div>
    </fieldset>
  );
}

type MemberProps = FieldRowsProps & { at: string; form: FormParts };

function Member({ at, form, fields, settings, errors, disabled, below, tabLink, ...rest }: MemberProps) {
  const { t } = useTranslation();
  const field = fields[at];
  if (!field) throw new Error(`This form has no field "${at}"`);
  const env = isLocked(field, settings);
  const reason = env ? null : disabledReason(field, settings);
  const tab = reason?.tab === undefined ? null : (tabLink?.(reason.tab) ?? null);
  return (
    <>
      <FieldByKind
        field={field}
        shell={{
          help: reason ? t(reason.text) : undefined,
          error: errors?.[at],
          disabled: disabled || reason !== null,
          env,
        }}
        {...controlOf(at, field, rest)}
        form={form}
      />
      {tab && (
        <div>
          <LinkButton kind="quiet" icon="settings" href={tab.href}>
            {t('Go to {{tab}}', { tab: t(tab.title) })}
          </LinkButton>
        </div>
      )}
      {below?.[at]}
    </>
  );
}

type Control = Pick<FieldRowsProps, 'inputOf' | 'onInput' | 'onLeave' | 'preferences'>;

function controlOf(at: string, field: Field, { inputOf, onInput, onLeave = () => {}, preferences }: Control) {
  if (!hasValue(field)) return { input: '', onInput: () => {}, onLeave: () => {} };
  const { browserKey } = field;
  if (browserKey === undefined) {
    return {
      input: inputOf(at, field),
      onInput: (input: InputValue) => onInput(at, field, input),
      onLeave: () => onLeave(at, field),
    };
  }
  const value = readPreference(field, preferences?.values[browserKey]);
  const write = (input: InputValue) => preferences?.onChange(browserKey, String(input));
  return { input: showValue(field, value), onInput: write, onLeave: () => onLeave(at, field) };
}
