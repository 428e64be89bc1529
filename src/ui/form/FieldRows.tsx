import { Fragment, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputValue, ValueField } from '../../catalog/form/convertFieldValues.ts';
import { hasValue, readPreference, showValue } from '../../catalog/form/convertFieldValues.ts';
import { isLocked, isShown, reasonFor } from '../../catalog/form/evaluateFields.ts';
import type { Field, Fields, Settings } from '../../catalog/form/fields.ts';
import { valueAt } from '../../catalog/form/settingValues.ts';
import { LinkButton } from '../controls/Button.tsx';
import { Disclosure } from '../controls/Disclosure.tsx';
import { FieldByKind, type FormParts } from './FieldByKind.tsx';
import { isShort, shapedRuns } from './groupShortFields.ts';
import { nonDefaultSettingsSummary } from './nonDefaultSettingsSummary.ts';

/** What a screen adds to a form; all of it is optional. */
export interface FormExtras {
  /** Translated, by the key of the field. */
  errors?: Readonly<Record<string, string>>;
  disabled?: boolean;
  /** What goes with a field and stands below it, by its key. */
  below?: Readonly<Record<string, ReactNode>>;
  /** The members that are no fields, by name. */
  panels?: Readonly<Record<string, ReactNode>>;
  /** Asks the core again for the options that come from it. */
  onRefresh?: () => void;
  /** Where a settings tab is, by its id; null: this person has no such tab. */
  tabLink?: (tab: string) => { href: string; title: string } | null;
  /** For preferences of this browser: texts by key. */
  preferences?: { values: Readonly<Record<string, string>>; onChange: (key: string, value: string) => void };
}

interface FieldRowsProps extends FormExtras {
  fields: Fields;
  /** Complete: rules look at them. */
  settings: Settings;
  inputOf: (key: string, field: ValueField) => InputValue;
  onInput: (key: string, field: ValueField, input: InputValue) => void;
  onLeave?: () => void;
}

const changes = (field: Field, value: unknown) =>
  hasValue(field) && value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default);

/** A form drawn from its definition. What is advanced is folded; an error in it unfolds it. */
export function FieldRows(props: FieldRowsProps) {
  const { fields, settings, errors = {} } = props;
  const { t, i18n } = useTranslation();
  const row = (key: string) => <Member {...props} form={parts} at={key} />;
  const parts: FormParts = { row, panel: (name) => panelOf(props.panels, name), onRefresh: props.onRefresh };
  const shown = Object.entries(fields).filter(([, field]) => isShown(field, settings));
  const paired = new Set(shown.flatMap(([, field]) => (field.kind === 'pair' ? field.of : [])));
  const own = shown.filter(([key]) => !paired.has(key));
  const advanced = own.filter(([, field]) => field.advanced);
  // What stands in a pair is folded with it.
  const folded = advanced.flatMap(([key, field]) => (field.kind === 'pair' ? [key, ...field.of] : [key]));
  const changed = folded.filter((key) => fields[key] && changes(fields[key], valueAt(settings, key)));
  return (
    <div className="stack stack-form">
      <Groups members={own.filter(([, field]) => !field.advanced)} row={row} level={2} />
      {advanced.length > 0 && (
        <Disclosure
          summary={t('Advanced')}
          note={nonDefaultSettingsSummary(i18n, fields, settings, changed)}
          open={folded.some((key) => errors[key] !== undefined)}
        >
          <div className="stack stack-form">
            <Groups members={advanced} row={row} level={3} />
          </div>
        </Disclosure>
      )}
    </div>
  );
}

/** A form that names a panel which its screen has not got would silently lack it. */
function panelOf(panels: FormExtras['panels'] = {}, name: string): ReactNode {
  if (!(name in panels)) throw new Error(`This screen has no panel "${name}"`);
  return panels[name];
}

interface GroupsProps {
  members: [string, Field][];
  row: (key: string) => ReactNode;
  level: 2 | 3;
}

/** Neighbours of one group stand below its heading. */
function Groups({ members, row, level }: GroupsProps) {
  const runs: { at: string; group: string | undefined; keys: string[] }[] = [];
  const kept = new Map(members);
  for (const [key, { group }] of members) {
    const last = runs.at(-1);
    if (last && last.group === group) last.keys.push(key);
    // Not by its first field: where that one goes away, the one that is typed into would lose the focus.
    else runs.push({ at: `${runs.length} ${group ?? ''}`, group, keys: [key] });
  }
  return runs.map(({ at, group, keys }) => {
    const rows = shapedRuns(keys.map((key) => ({ key, short: isShort(kept.get(key)) }))).map(
      ({ key, short, keys: of }) =>
        short ? (
          <div key={key} className="short-fields">
            {of.map((one) => (
              <div key={one}>{row(one)}</div>
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
    // The same group may stand among the advanced fields once more: no landmark.
    <fieldset className="choices" aria-labelledby={id}>
      <div className="stack stack-form">
        <Heading id={id}>{t(title)}</Heading>
        {children}
      </div>
    </fieldset>
  );
}

type MemberProps = FieldRowsProps & { at: string; form: FormParts };

/** One field; why it cannot be changed stands below it, with the way to where that can be changed. */
function Member({ at, form, fields, settings, errors, disabled, below, tabLink, ...rest }: MemberProps) {
  const { t } = useTranslation();
  const field = fields[at];
  if (!field) throw new Error(`This form has no field "${at}"`);
  const env = isLocked(field, settings);
  const reason = env ? null : reasonFor(field, settings);
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

/** What stands in the control of a field, and where it goes. */
function controlOf(at: string, field: Field, { inputOf, onInput, onLeave = () => {}, preferences }: Control) {
  if (!hasValue(field)) return { input: '', onInput: () => {}, onLeave };
  const { browserKey } = field;
  if (browserKey === undefined) {
    return { input: inputOf(at, field), onInput: (input: InputValue) => onInput(at, field, input), onLeave };
  }
  const value = readPreference(field, preferences?.values[browserKey]);
  const write = (input: InputValue) => preferences?.onChange(browserKey, String(input));
  return { input: showValue(field, value), onInput: write, onLeave };
}
