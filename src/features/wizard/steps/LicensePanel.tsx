import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Form } from '../../../ui/form/Form.tsx';
import { LicenseChoice } from '../../content/LicenseChoice.tsx';
import { interrupts, useSaveEffect } from '../../source/SaveEffect.tsx';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import { metadataOf } from '../decide.ts';
import { licenseChosen, saveRequested } from '../slice.ts';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';

export const LicensePanel: Panel<'license'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { license, held, channel } = draft;
  const { network, skills } = useSourceContext(channel);
  const interrupted =
    held !== null && interrupts(channel, metadataOf(draft, held.metadata, skills), held.process, network);
  const effect = useSaveEffect(interrupted);
  const title = t('Choose a license');
  return (
    <StepFrame
      at={at}
      title={title}
      lead={t('Viewers see the license. It says what they may do with your content.')}
      note={effect}
      actions={<Submit text={effect === null ? t('Save and start') : t('Save')} />}
    >
      <Form id={FORM} label={title} onSubmit={() => dispatch(saveRequested())}>
        <LicenseChoice license={license} onChange={(id) => dispatch(licenseChosen(id))} />
      </Form>
    </StepFrame>
  );
};
