import { useTranslation } from 'react-i18next';
import type { ProcessConfig } from '../../../api/answers/process.ts';
import { egressControlFields, feedName } from '../../../catalog/control/egressControlFields.ts';
import { maskWith } from '../../../media/masking/mask.ts';
import type { EgressMetadata } from '../../../media/stored/metadata.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { commandLine } from '../../shared/processDetails/commandLine.ts';
import {
  type FormContext,
  outputsOf,
  type PublicationDraft,
  processOf,
  publicationMetadataOf,
  sentStreams,
} from '../egress/publicationDraft.ts';
import type { PublicationTabProps } from './tabs.ts';

interface CommandPreview {
  command: string;
  /** For example "copy h264, aac". */
  coding: string;
}

/** Returns null if these settings produce no output. Secrets are masked. */
export function commandPreviewOf(
  context: FormContext,
  draft: PublicationDraft,
  stored: EgressMetadata,
): CommandPreview | null {
  const process = processOf(context, publicationMetadataOf(context, draft, stored), '');
  const mask = maskWith(context.service.secrets(draft.settings));
  return process && { command: commandLine(commandOf(process), mask), coding: codingOf(context, draft) };
}

const commandOf = ({ input, output, options }: ProcessConfig) => [
  'ffmpeg',
  ...options,
  ...input.flatMap((entry) => [...entry.options, '-i', entry.address]),
  ...output.flatMap((entry) => [...entry.options, entry.address]),
];

const codingOf = (context: FormContext, { profile }: PublicationDraft) =>
  sentStreams(context, profile)
    .map(({ type, codec }) => {
      const coder = type === 'video' || type === 'audio' ? profile[type].encoder.coder : '';
      return coder === 'copy' ? `copy ${codec}` : codec;
    })
    .join(', ');

export function CommandPreviewPanel({
  form: { draft, found },
  context,
}: Pick<PublicationTabProps, 'form' | 'context'>) {
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
