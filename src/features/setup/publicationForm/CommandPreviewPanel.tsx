import { useTranslation } from 'react-i18next';
import { egressControlFields, feedName } from '../../../catalog/control/egressControlFields.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { outputsOf } from '../egress/publicationDraft.ts';
import { commandPreviewOf } from './commandPreview.ts';
import type { PublicationTabProps } from './tabs.ts';

/** Live, while one types: where it goes to and what is executed; secrets masked. */
export function CommandPreviewPanel({ form: { draft, found }, context }: PublicationTabProps) {
  const { t } = useTranslation();
  const mask = maskWith(context.service.secrets(draft.settings));
  const run = commandPreviewOf(context, draft, found.metadata);
  return (
    <Disclosure summary={t('Command preview')} note={run?.coding}>
      {run ? (
        <div className="stack">
          {draft.control.source.source !== egressControlFields['source.source'].default && (
            <p className="dim small">
              {t('Reads the channel as: {{feed}}', { feed: t(feedName(draft.control.source.source)) })}
            </p>
          )}
          <ul aria-label={t('Addresses')}>
            {outputsOf(context, draft).map(({ address }) => (
              <li key={address}>
                <code className="wraps">{mask(address)}</code>
              </li>
            ))}
          </ul>
          <pre className="log-command">
            <code>{run.command}</code>
          </pre>
          <div>
            <CopyButton what={t('Command')} text={run.command} words={t('Copy')} />
          </div>
        </div>
      ) : (
        <p className="dim">{t('Fill in the required fields to see the command.')}</p>
      )}
    </Disclosure>
  );
}
