import { weakMapMemoize } from '@reduxjs/toolkit';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { egressId } from '../../../api/processIds.ts';
import type { Fields } from '../../../catalog/form/fields.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { msg } from '../../../i18n/msg.ts';
import { groupsIn } from '../../../media/stored/publicationStartOrder.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { publicationsOf, type WithPublicationList } from '../../live/publication/selectors.ts';
import { isEdited } from '../../shared/editor/createEditor.ts';
import { ControlFields } from '../../shared/processDetails/ControlFields.tsx';
import { controlFields, controlFrom, controlShown } from '../egress/egressControlForm.ts';
import { sendsPicture } from '../egress/publicationDraft.ts';
import { PublicationProcessStatus } from './PublicationProcessStatus.tsx';
import { draftChanged } from './slice.ts';
import type { PublicationTabProps } from './tabs.ts';

const NO_FEED = msg('The channel does not provide this feed. Choose another one, or switch it on for the channel.');

const groupsOf = weakMapMemoize((publications: ReturnType<typeof publicationsOf>) => groupsIn(publications));

/** Those that there are already are offered: two spellings would be two groups. */
function withGroups(fields: Fields, groups: readonly string[]): Fields {
  const field = fields['turn.group'];
  return field?.kind === 'text' ? { ...fields, 'turn.group': { ...field, suggestions: groups } } : fields;
}

export function ProcessTab({ form, context }: PublicationTabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { target, draft, found } = form;
  const { control } = draft;
  const shown = controlShown(control, found);
  const groups = useSelector((state: WithPublicationList) => groupsOf(publicationsOf(state, target.channel)));
  const missing = !context.feeds.includes(control.source.source);
  return (
    <>
      {target.uuid !== null && (
        <section className="boxed" aria-label={t('Connection')}>
          {isEdited(form) ? (
            <p>{t('You have unsaved changes. Please save them before you can control the service again.')}</p>
          ) : (
            <PublicationProcessStatus
              id={egressId(target.service, target.uuid)}
              address={`#/${target.channel}/publication/${target.service}/${target.uuid}`}
              name={publicationName(target.service, form.stored.name)}
              secrets={context.service.secrets(form.stored.settings)}
            />
          )}
        </section>
      )}
      <FieldForm
        fields={withGroups(controlFields(context.feeds, control, found), groups)}
        settings={shown}
        onChange={(settings) => dispatch(draftChanged({ control: controlFrom(shown, settings, control) }))}
        errors={missing ? { 'source.source': t(NO_FEED) } : {}}
        panels={{
          process: (
            <ControlFields
              control={control.process}
              onChange={(process) => dispatch(draftChanged({ control: { ...control, process } }))}
              unwatched={!sendsPicture(context, draft)}
            />
          ),
        }}
      />
    </>
  );
}
