import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { type ProcessFailure, stripLogPrefix, type Words } from '../../../media/diagnosis/processFailure.ts';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { FailureHelp } from '../../shared/failureHelp/FailureHelp.tsx';
import { publicationFieldLink } from '../../shared/failureHelp/fieldLink.ts';
import { outputName } from '../channel/publicationOutputs.ts';
import {
  isFailing,
  type PublicationState,
  publicationsOf,
  shownOutputIn,
  type WithPublicationList,
  type WithShownOutputs,
} from './publicationState.ts';

/** `also` is a title like the first, of what looks the same. */
type AlertTexts = Pick<Words, 'title' | 'remedy' | 'field' | 'also'>;

/** The failure and its remedy, in English; `{{name}}` is the publication. */
interface PublicationAlert extends AlertTexts {
  evidence: MaskedText | null;
  cause: ProcessFailure['cause'];
  at: number;
  /** It is its rendition of this name that fails: the words are about that; null: it fails itself. */
  rendition: string | null;
}

const unread: AlertTexts = {
  title: msg('{{name}} stopped with an error.'),
  remedy: msg('The process details show the full log.'),
  field: 'address',
  also: null,
};

type Translate = (text: string, values: { name: string; what?: string }) => string;

/** Whose name the words have, and the whole title. */
export function alertTitleOf(t: Translate, { title, rendition }: PublicationAlert, name: string): string {
  if (rendition === null) return t(title, { name });
  return t('The rendition of {{name}} fails: {{what}}', { name, what: t(title, { name: rendition }) });
}

export function publicationAlertOf(state: PublicationState): PublicationAlert | null {
  const { asked, refused, behind, passes } = state;
  // What the core answered to a command stands in the row.
  if (asked || refused !== null || !isFailing(state)) return null;
  const own = behind !== 'failing' || !passes?.failure;
  const failure = own ? state.failure : passes.failure;
  if (failure === null) return null;
  const { title, remedy, field, also } = failure.words ?? unread;
  return {
    title,
    remedy,
    // Its own form has none of them.
    field: own ? field : null,
    also,
    rendition: own ? null : passes.name,
    cause: failure.cause,
    at: failure.at,
    evidence: maskText(stripLogPrefix(failure.evidence || failure.line)) || null,
  };
}

/** Why the first that fails does, and the way to where it can be mended. Nothing while it does not. */
export function FirstFailureAlert({ channel, id }: { channel: string; id: string | null }) {
  const { t } = useTranslation();
  const alert = useSelector(
    (state: WithShownOutputs) => (id === null ? null : publicationAlertOf(shownOutputIn(state, channel, id))),
    shallowEqual,
  );
  const egresses = useSelector((state: WithPublicationList) => publicationsOf(state, channel));
  const publication = id === null ? undefined : egresses[id];
  if (id === null || !alert || !publication) return null;
  const { service } = publication;
  const name = outputName(egresses, id, t);
  return (
    <div className="card-search">
      <Alert title={alertTitleOf(t, alert, name)} {...(alert.evidence === null ? {} : { evidence: alert.evidence })}>
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
