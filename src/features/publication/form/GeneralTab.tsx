import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Service } from '../../../catalog/define.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { LinkButton } from '../../../ui/Button.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { faultsOf, fieldsOf } from '../../egress/decide.ts';
import { KeptOutputs } from './KeptOutputs.tsx';
import { draftChanged } from './slice.ts';
import type { TabProps } from './tabs.ts';
import { WhatWillRun } from './WhatWillRun.tsx';

export function GeneralTab({ form, context }: TabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, tried } = form;
  const { name } = context.service;
  const keyPage = context.service.keyPage?.(draft.settings) ?? null;
  const fields = fieldsOf(context, draft);
  const keyField = Object.entries(fields).find(([, { kind }]) => kind === 'secret') ?? Object.entries(fields).at(-1);
  const faults = tried ? faultsOf(context, draft) : {};
  const errors = Object.fromEntries(Object.entries(faults).map(([key, text]) => [key, t(text)]));
  return (
    <>
      {errors[''] && <Alert title={errors['']} />}
      <TextField
        label={t('Publication name')}
        help={t('Shown only to you, in the list of publications.')}
        value={draft.name}
        placeholder={t(name)}
        onChange={(changed) => dispatch(draftChanged({ name: changed }))}
      />
      {context.kept && <KeptOutputs context={context} kept={context.kept} />}
      <FieldForm
        fields={fields}
        settings={draft.settings}
        onChange={(settings) => dispatch(draftChanged({ settings }))}
        errors={errors}
        below={keyPage !== null && keyField ? { [keyField[0]]: <KeyLink href={keyPage} /> } : {}}
      />
      <WhatWillRun form={form} context={context} />
      <Provider service={context.service} />
    </>
  );
}

/** Whom to ask, and what to mind. */
function Provider({ service: { name, docs, copyright } }: { service: Service }) {
  const { t } = useTranslation();
  return (
    <p className="field-note">
      {copyright === undefined ? (
        t('Please contact the operator of the service and check what happens.')
      ) : (
        <OutwardLink href={copyright}>{t('Copyright rules of {{service}}', { service: t(name) })}</OutwardLink>
      )}
      {docs !== undefined && (
        <>
          {' '}
          <OutwardLink href={docs}>{t('Documentation of {{service}}', { service: t(name) })}</OutwardLink>
        </>
      )}
    </p>
  );
}

const OutwardLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
);

function KeyLink({ href }: { href: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <LinkButton icon="open" href={href}>
        {t('Get stream key')}
      </LinkButton>
    </div>
  );
}
