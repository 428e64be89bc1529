import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { licenseOf } from '../../../../media/stored/licenses.ts';
import { Form } from '../../../../ui/form/Form.tsx';
import { LicenseChoice } from '../../../live/channelInfo/LicenseChoice.tsx';
import { isRunningIn } from '../../../live/ingest/selectors.ts';
import { PublicationEffects, useConsequenceText } from '../../saveChannel/PublicationEffects.tsx';
import { useConsequence, useSaveConfirmation } from '../../saveChannel/useSaveConfirmation.tsx';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import { ingestMetadataOf } from '../buildIngestMetadata.ts';
import { saveRequested, wizardChanged } from '../slice.ts';
import { FORM, StepFrame, type StepPanel, Submit } from './StepFrame.tsx';

export const LicensePanel: StepPanel<'license'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { license, held, channel } = draft;
  const { skills } = useSourceContext(channel);
  const running = useSelector(isRunningIn);
  const allowed = licenseOf(license)?.description;
  const target = held && ingestMetadataOf(draft, held.metadata, skills);
  const consequence = useConsequence(channel, held, target && { wanted: target, sends: true });
  const note = useConsequenceText(consequence);
  const { requestSave, question } = useSaveConfirmation(channel, consequence, () => dispatch(saveRequested()));
  const title = t('Choose a license');
  return (
    <StepFrame
      at={at}
      title={title}
      lead={[
        t('Viewers see the license. It says what they may do with your content.'),
        ...(allowed === undefined ? [] : [t(allowed)]),
      ].join(' ')}
      note={note}
      effects={<PublicationEffects channel={channel} consequence={consequence} />}
      actions={<Submit text={running ? t('Save') : t('Save and start')} />}
    >
      <Form id={FORM} label={title} onSubmit={requestSave}>
        <LicenseChoice license={license} onChange={(id) => dispatch(wizardChanged({ license: id }))} />
      </Form>
      {question}
    </StepFrame>
  );
};
