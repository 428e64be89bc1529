import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Tab } from '../../catalog/tabs/define.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { Stack } from '../../ui/layout.tsx';
import { SettingRow } from './SettingRow.tsx';
import { saveRequested, typed } from './slice.ts';
import type { SettingsView } from './view.ts';

interface TabFormProps {
  /** For the button that stands outside. */
  id: string;
  tab: Tab;
  view: SettingsView;
}

/** The fields of one tab. */
export function TabForm({ id, tab, view: { situation, errors, loose } }: TabFormProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const refused = loose.tabs[tab.id];
  return (
    <Form id={id} label={t(tab.title)} onSubmit={() => dispatch(saveRequested())}>
      {refused && <Alert title={t('Rejected by the core:')} evidence={refused.join('\n')} />}
      {tab.groups.map(({ title, fields }) => (
        <Group key={title} title={t(title)}>
          {fields
            .filter(({ offered }) => offered?.(situation.config) ?? true)
            .map((field) => {
              const error = errors[field.path];
              return (
                <SettingRow
                  key={field.path}
                  field={field}
                  typed={situation.draft[field.path] ?? ''}
                  onType={(value) => dispatch(typed({ path: field.path, value }))}
                  error={error && t(error)}
                  env={situation.overrides.includes(field.path)}
                  locked={field.locked?.(situation) ?? null}
                />
              );
            })}
        </Group>
      ))}
    </Form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Stack form>
        <h2 id={id}>{title}</h2>
        {children}
      </Stack>
    </section>
  );
}
