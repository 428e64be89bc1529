import { weakMapMemoize } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { egressId } from '../../../api/processIds.ts';
import { textField } from '../../../catalog/form/fields.ts';
import { valueAt } from '../../../catalog/form/fieldValues.ts';
import { msg } from '../../../i18n/msg.ts';
import { isBackup } from '../../../media/channel/publicationOutputs.ts';
import { groupsIn } from '../../../media/stored/publicationStartOrder.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { publicationsOf, type WithPublicationList } from '../../live/publication/publicationState.ts';
import { inGroup } from '../egress/egressControlForm.ts';
import { type OpenForm, publicationChanged } from './slice.ts';
import type { PublicationTabProps } from './tabs.ts';

const KEY = 'turn.group';

const groupsOf = weakMapMemoize((publications: ReturnType<typeof publicationsOf>) => groupsIn(publications));

/** Where the form shows the group field: in front if a group is set; null if there are no other publications. */
export function useGroupPlace({ target, stored }: OpenForm): 'front' | 'advanced' | null {
  const publications = useSelector((state: WithPublicationList) => publicationsOf(state, target.channel));
  const own = egressId(target.service, target.uuid ?? '');
  if (stored.control.turn?.group) return 'front';
  return Object.keys(publications).some((id) => id !== own && !isBackup(publications, id)) ? 'advanced' : null;
}

/** The group that starts and stops together. Existing groups are suggested, to avoid different spellings. */
export function GroupField({ form: { target, draft } }: Pick<PublicationTabProps, 'form'>) {
  const dispatch = useDispatch();
  const { control } = draft;
  const publications = useSelector((state: WithPublicationList) => publicationsOf(state, target.channel));
  return (
    <FieldForm
      name="group"
      fields={{
        [KEY]: textField({
          label: msg('Group'),
          help: msg('Publications of the same group are started and stopped together.'),
          suggestions: groupsOf(publications),
        }),
      }}
      settings={control}
      onChange={(settings) =>
        dispatch(publicationChanged({ control: inGroup(control, String(valueAt(settings, KEY))) }))
      }
    />
  );
}
