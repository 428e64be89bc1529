import { useTranslation } from 'react-i18next';
import { maskWith } from '../../../media/masking/mask.ts';
import { commandLine } from '../../shared/processDetails/commandLine.ts';
import type { FormContext, StoredPublication } from '../egress/publicationDraft.ts';

/** In place of the fields of a service that this version does not know: where it goes to, as it is stored. */
export function UnknownServiceOutputs({
  context: { service },
  kept,
}: {
  context: FormContext;
  kept: StoredPublication;
}) {
  const { t } = useTranslation();
  const mask = maskWith(service.secrets(kept.metadata.settings));
  const outputs = kept.process?.output ?? kept.metadata.outputs;
  return (
    <section className="boxed stack" aria-label={t('Outputs')}>
      <p>
        {t(
          'This version has no form for {{service}}. Its outputs are kept exactly as they are. You can change the name, the process control and the encoding.',
          { service: service.name },
        )}
      </p>
      {outputs.map(({ address, options }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an output has no other name, and two may be the same
        <pre key={i} className="log-command">
          <code>{commandLine([...options, address], mask)}</code>
        </pre>
      ))}
    </section>
  );
}
