import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { egressId } from '../../../api/ids.ts';
import { publicationName } from '../../../catalog/factsOf.ts';
import { isEdited } from '../../editor.ts';
import { ControlFields } from '../../process/ControlFields.tsx';
import { Connection } from './Connection.tsx';
import { draftChanged } from './slice.ts';
import type { TabProps } from './tabs.ts';

export function ProcessTab({ form, context }: TabProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { target, draft } = form;
  return (
    <>
      {target.uuid !== null && (
        <section className="boxed" aria-label={t('Connection')}>
          {isEdited(form) ? (
            <p>{t('You have unsaved changes. Please save them before you can control the service again.')}</p>
          ) : (
            <Connection
              id={egressId(target.service, target.uuid)}
              name={publicationName(target.service, form.stored.name)}
              secrets={context.service.secrets(form.stored.settings)}
            />
          )}
        </section>
      )}
      <ControlFields
        control={draft.control.process}
        onChange={(process) => dispatch(draftChanged({ control: { ...draft.control, process } }))}
      />
    </>
  );
}
