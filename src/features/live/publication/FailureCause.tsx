import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { outputName } from '../../../media/channel/publicationOutputs.ts';
import { isFailing, type PublicationState } from '../../../media/channel/publicationState.ts';
import { type ProcessFailure, stripLogPrefix, type Words } from '../../../media/diagnosis/processFailure.ts';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { FailureHelp } from '../../shared/failureHelp/FailureHelp.tsx';
import { publicationFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import { publicationsOf, shownOutputIn, type WithPublicationList, type WithShownOutputs } from './publicationState.ts';

/** `also` is the title of another cause with the same symptoms. */
type AlertTexts = Pick<Words, 'title' | 'remedy' | 'field' | 'also'>;

/** In English; `{{name}}` is the publication. */
interface PublicationAlert extends AlertTexts {
  evidence: MaskedText | null;
  cause: ProcessFailure['cause'];
  at: number;
  /** The failing rendition that the texts are about; null if the publication itself fails. */
  rendition: string | null;
}

const unread: AlertTexts = {
  title: msg('{{name}} stopped with an error.'),
  remedy: msg('The process details show the full log.'),
  field: 'address',
  also: null,
};

type Translate = (text: string, values: { name: string; what?: string }) => string;

export function alertTitleOf(t: Translate, { title, rendition }: PublicationAlert, name: string): string {
  if (rendition === null) return t(title, { name });
  return t('The rendition of {{name}} fails: {{what}}', { name, what: t(title, { name: rendition }) });
}

export function publicationAlertOf(state: PublicationState): PublicationAlert | null {
  const { asked, refused, behind, passes } = state;
  if (asked || refused !== null || !isFailing(state)) return null;
  const own = behind !== 'failing' || !passes?.failure;
  const failure = own ? state.failure : passes.failure;
  if (failure === null) return null;
  const { title, remedy, field, also } = failure.words ?? unread;
  return {
    title,
    remedy,
    // A field of the rendition is not in the form of the publication.
    field: own ? field : null,
    also,
    rendition: own ? null : passes.name,
    cause: failure.cause,
    at: failure.at,
    evidence: maskText(stripLogPrefix(failure.evidence || failure.line)) || null,
  };
}

interface CauseProps {
  channel: string;
  of: string;
  /** Whether the verdict links its settings already. */
  isLinked: boolean;
}

/** The cause of a failure, collapsed at first: opening by itself would move the rows below. Empty unless failing. */
export function FailureCause({ channel, of, isLinked }: CauseProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const alert = useSelector(
    (state: WithShownOutputs) => publicationAlertOf(shownOutputIn(state, channel, of)),
    shallowEqual,
  );
  const egresses = useSelector((state: WithPublicationList) => publicationsOf(state, channel));
  const publication = egresses[of];
  if (!alert || !publication) return null;
  const name = outputName(egresses, of, t);
  const isSaid = isLinked && alert.rendition === null;
  const address = `#/${channel}/publication/${publication.service}/${egressOf(of)?.uuid}`;
  return (
    <>
      <button
        type="button"
        className="row-cause"
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('Cause: {{name}}', { name: sanitizeDisplayText(name) })}
        onClick={() => setOpen(!open)}
      >
        {t('Cause')}
        <Icon name="chevron" size={14} />
      </button>
      <div id={id} className="row-why">
        {open && (
          <Alert
            title={isSaid ? t(alert.remedy) : alertTitleOf(t, alert, name)}
            {...(alert.evidence === null ? {} : { evidence: alert.evidence })}
          >
            <FailureHelp
              also={alert.also}
              {...(isSaid ? {} : { remedy: alert.remedy })}
              name={alert.rendition ?? name}
              link={isLinked ? null : linkTo(address, alert)}
            />
            {alert.rendition !== null && (
              <p>
                <a href={`#/${channel}/renditions`}>{t('Renditions')}</a>
              </p>
            )}
          </Alert>
        )}
      </div>
    </>
  );
}

const linkTo = (address: string, { field, cause, at }: PublicationAlert) =>
  field === null ? null : publicationFieldLink(address, { field, cause, at });
