import { weakMapMemoize } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { egressId } from '../../../api/processIds.ts';
import { textField } from '../../../catalog/form/fields.ts';
import { valueAt } from '../../../catalog/form/fieldValues.ts';
import { msg } from '../../../i18n/msg.ts';
import { groupsIn } from '../../../media/stored/publicationStartOrder.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { isBackup } from '../../live/channel/publicationOutputs.ts';
import { publicationsOf, type WithPublicationList } from '../../live/publication/publicationState.ts';
import { inGroup } from '../egress/egressControlForm.ts';
import { publicationChanged } from './slice.ts';
import type { PublicationTabProps } from './tabs.ts';

const KEY = 'turn.group';

const groupsOf = weakMapMemoize((publications: ReturnType<typeof publicationsOf>) => groupsIn(publications));

/** With which others it starts and stops; nothing where there are no others. Known groups are offered: two spellings would be two. */
export function GroupField({ form: { target, draft } }: Pick<PublicationTabProps, 'form'>) {
  const dispatch = useDispatch();
  const { control } = draft;
  const publications = useSelector((state: WithPublicationList) => publicationsOf(state, target.channel));
  const own = egressId(target.service, target.uuid ?? '');
  const others = Object.keys(publications).filter((id) => id !== own && !isBackup(publications, id));
  if (others.length === 0 && !control.turn?.group) return null;
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
