import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { egressId } from '../../../api/processIds.ts';
import type { Service } from '../../../catalog/form/defineCatalogEntry.ts';
import { keyFieldName } from '../../../catalog/form/failureRemedyFields.ts';
import { panel, type Settings } from '../../../catalog/form/fields.ts';
import {
  correctPaste,
  findPasteCorrections,
  type PasteFinding,
} from '../../../catalog/services/helpers/pasteCorrections.ts';
import { msg } from '../../../i18n/msg.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { duplicatesAmong, placesOf } from '../../../media/stored/duplicateDestinations.ts';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { commandLine } from '../../shared/processDetails/commandLine.ts';
import {
  type FormContext,
  fieldsOf,
  keylessFaultsOf,
  notesOf,
  outputsOf,
  PLAYBACK,
  type StoredPublication,
} from '../egress/publicationDraft.ts';
import { isReadBackWhole } from '../egress/readBackPublication.ts';
import { ProtectionField } from '../slate/ProtectionField.tsx';
import type { WithDestinations } from './destinations/slice.ts';
import { ExpertSettings } from './ExpertSettings.tsx';
import { GroupField, useGroupPlace } from './GroupField.tsx';
import { HealingDisclosure } from './HealingDisclosure.tsx';
import { PlaybackField } from './PlaybackField.tsx';
import { PlatformLimitsNote } from './platformLimits/PlatformLimitsNote.tsx';
import { publicationChanged } from './slice.ts';
import { formFaultsOf, type PublicationTabProps } from './tabs.ts';

const GROUP = 'the group';
const EXPERT = 'for experts';

function KeptOutputs({
  context: { service },
  kept,
  text,
}: {
  context: FormContext;
  kept: StoredPublication;
  text: string;
}) {
  const { t } = useTranslation();
  const outputs = kept.process?.output ?? kept.metadata.outputs;
  // The form of the service is unknown, so the last part of each address is masked as a possible key.
  const ends = outputs.map(({ address }) => address.slice(address.lastIndexOf('/') + 1));
  const mask = maskWith([...service.secrets(kept.metadata.settings), ...ends]);
  return (
    <section className="boxed stack" aria-label={t('Outputs')}>
      <p>{text}</p>
      {outputs.map(({ address, options }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an output has no other name, and two may be the same
        <pre key={i} className="log-command">
          <code>{commandLine([...options, address], mask)}</code>
        </pre>
      ))}
    </section>
  );
}

interface PastedNoteProps {
  text: string;
  act: string | null;
  onAct: () => void;
}

function PasteCorrectionNote({ text, act, onAct }: PastedNoteProps) {
  const { t } = useTranslation();
  return (
    <div className="actions" role="status">
      <span className="field-note">{t(text)}</span>
      {act !== null && (
        <Button kind="quiet" onClick={onAct}>
          {t(act)}
        </Button>
      )}
    </div>
  );
}

export function GeneralTab(props: PublicationTabProps) {
  const { form, context, onRefresh } = props;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, tried } = form;
  const { name } = context.service;
  const keyPage = context.service.keyPage?.(draft.settings) ?? null;
  const fields = fieldsOf(context, draft);
  const faults = tried ? formFaultsOf(context, form) : keylessFaultsOf(context, draft);
  const errors = Object.fromEntries(Object.entries(faults).map(([key, text]) => [key, t(text)]));
  const [split, setSplit] = useState<{ by: PasteFinding; before: Settings } | null>(null);
  const set = (settings: Settings) => dispatch(publicationChanged({ settings }));
  const change = (settings: Settings) => {
    const correction = correctPaste(fields, draft.settings, settings);
    setSplit(correction && { by: correction, before: settings });
    set(correction?.settings ?? settings);
  };
  const notes = Object.fromEntries<ReactNode>([
    ...Object.entries(notesOf(context, draft)).map(([at, text]): [string, ReactNode] => [
      at,
      <span key={at} className="field-note">
        {t(text)}
      </span>,
    ]),
    ...findPasteCorrections(fields, draft.settings).map(({ at, said, act, settings }): [string, ReactNode] => [
      at,
      <PasteCorrectionNote key={at} text={said} act={settings && act} onAct={() => settings && set(settings)} />,
    ]),
  ]);
  if (split) {
    const undo = () => {
      setSplit(null);
      set(split.before);
    };
    notes[split.by.at] = <PasteCorrectionNote text={split.by.done} act={msg('Undo')} onAct={undo} />;
  }
  const isFolded = props.processLink !== null;
  const groupPlace = useGroupPlace(form);
  const twins = useTwins({ form, context });
  const at = keyFieldName(fields, draft.settings) ?? '';
  const below = {
    ...notes,
    [at]: (
      <>
        {notes[at]}
        {twins.length > 0 && (
          <Alert
            tone="warning"
            title={t('The same address and key are used by {{names}}. Only one of them can be live.', {
              names: twins.join(', '),
            })}
          />
        )}
        {keyPage !== null && <KeyLink href={keyPage} />}
        {at !== '' && <Provider service={context.service} />}
      </>
    ),
  };
  return (
    <>
      {errors[''] && <Alert title={errors['']} />}
      <TextField
        label={t('Publication name')}
        help={t('Shown only to you, in the list of publications.')}
        value={draft.name}
        placeholder={t(name)}
        onChange={(changed) => dispatch(publicationChanged({ name: changed }))}
      />
      {context.kept && (
        <KeptOutputs
          context={context}
          kept={context.kept}
          text={t(
            'This version has no form for {{service}}. Its outputs are kept exactly as they are. You can change the name, the process control and the encoding.',
            { service: name },
          )}
        />
      )}
      {context.readBack && !isReadBackWhole(context) && (
        <KeptOutputs
          context={context}
          kept={context.readBack.runs}
          text={t(
            'This publication was changed by another program, and this form cannot show where it sends to. That is kept until you change something here besides the name.',
          )}
        />
      )}
      <FieldForm
        fields={{
          ...fields,
          ...(groupPlace === 'advanced' ? { [GROUP]: panel({ name: GROUP, advanced: true }) } : {}),
          ...(isFolded ? { [EXPERT]: panel({ name: EXPERT, advanced: true }) } : {}),
        }}
        panels={{ [GROUP]: <GroupField form={form} />, [EXPERT]: <ExpertSettings {...props} /> }}
        settings={draft.settings}
        onChange={change}
        errors={errors}
        below={below}
        {...(onRefresh && { onRefresh })}
      />
      <ProtectionField
        context={context}
        draft={draft}
        stored={form.stored}
        onChange={(control) => dispatch(publicationChanged({ control }))}
      />
      <PlaybackField form={form} context={context} error={errors[PLAYBACK]} />
      <HealingDisclosure
        service={form.target.service}
        healing={draft.healing}
        onChange={(healing) => dispatch(publicationChanged({ healing }))}
      />
      {groupPlace === 'front' && <GroupField form={form} />}
      <PlatformLimitsNote form={form} context={context} />
      {at === '' && <Provider service={context.service} />}
      {!isFolded && <ExpertSettings {...props} />}
    </>
  );
}

/** Returns the names of other publications with the same destination. */
function useTwins({
  form: { draft, target, found },
  context,
}: Pick<PublicationTabProps, 'form' | 'context'>): string[] {
  const all = useSelector(({ destinations }: WithDestinations) => destinations);
  const own = [target.uuid, found.metadata.control.backup].map((uuid) => egressId(target.service, uuid ?? ''));
  return duplicatesAmong(
    placesOf(outputsOf(context, draft)),
    all.filter(({ id }) => !own.includes(id)),
  );
}

function Provider({ service: { name, docs, copyright } }: { service: Service }) {
  const { t } = useTranslation();
  if (docs === undefined && copyright === undefined) return null;
  return (
    <p className="field-note">
      {copyright !== undefined && (
        <OutwardLink href={copyright}>{t('Copyright rules of {{service}}', { service: t(name) })}</OutwardLink>
      )}
      {copyright !== undefined && docs !== undefined && ' · '}
      {docs !== undefined && (
        <OutwardLink href={docs}>{t('Documentation of {{service}}', { service: t(name) })}</OutwardLink>
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
