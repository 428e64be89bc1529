import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FailureHelp } from '../../shared/failureHelp/FailureHelp.tsx';
import { publicationFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import { type PublicationAlert, publicationAlertOf, titleOf } from './alert.ts';
import { publicationOf, publicationStateOf, type WithPublicationList } from './selectors.ts';

/** Why the first that fails does, and the way to where it can be mended. Nothing while it does not. */
export function FirstFailureAlert({ channel, id }: { channel: string; id: string | null }) {
  const { t } = useTranslation();
  const alert = useSelector(
    (state: WithPublicationList) => (id === null ? null : publicationAlertOf(publicationStateOf(state, id))),
    shallowEqual,
  );
  const publication = useSelector((state: WithPublicationList) =>
    id === null ? null : publicationOf(state, channel, id),
  );
  if (id === null || !alert || !publication) return null;
  const { name, service } = publication;
  return (
    <div className="card-search">
      <Alert title={titleOf(t, alert, name)} {...(alert.evidence === null ? {} : { evidence: alert.evidence })}>
        <FailureHelp
          {...alert}
          name={alert.rendition ?? name}
          link={linkTo(`#/${channel}/publication/${service}/${egressOf(id)?.uuid}`, alert)}
        />
        {alert.rendition !== null && (
          <p>
            <a href={`#/${channel}/renditions`}>{t('Renditions')}</a>
          </p>
        )}
      </Alert>
    </div>
  );
}

const linkTo = (address: string, { field, cause, at }: PublicationAlert) =>
  field === null ? null : publicationFieldLink(address, { field, cause, at });
