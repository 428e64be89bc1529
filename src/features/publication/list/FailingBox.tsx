import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { egressOf } from '../../../api/ids.ts';
import { Trouble } from '../../../ui/Alert.tsx';
import type { RootState } from '../../features.ts';
import { troubleOf } from './alert.ts';
import { publicationOf, sightOf } from './selectors.ts';

/** Why the publication on top fails, and the way to where it can be mended. Nothing while it does not. */
export function FailingBox({ channel, id }: { channel: string; id: string | null }) {
  const { t } = useTranslation();
  const trouble = useSelector((state: RootState) => (id === null ? null : troubleIn(state, id)), shallowEqual);
  const publication = useSelector((state: RootState) => (id === null ? null : publicationOf(state, channel, id)));
  if (id === null || !trouble || !publication) return null;
  const { name, service } = publication;
  return (
    <div className="card-search">
      <Trouble
        title={t(trouble.title, { name })}
        {...(trouble.evidence === null ? {} : { evidence: trouble.evidence })}
      >
        {t(trouble.remedy)}{' '}
        <a href={`#/${channel}/publication/${service}/${egressOf(id)?.uuid}`}>{t('Check the settings')}</a>
      </Trouble>
    </div>
  );
}

function troubleIn(state: RootState, id: string) {
  const { progress, failure, asked } = sightOf(state, id);
  return asked ? null : troubleOf(progress, failure);
}
