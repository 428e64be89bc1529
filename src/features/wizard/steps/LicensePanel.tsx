import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Form } from '../../../ui/form/Form.tsx';
import { LicenseChoice } from '../../content/LicenseChoice.tsx';
import { licenseChosen, saveRequested } from '../slice.ts';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';

export const LicensePanel: Panel<'license'> = ({ draft: { license }, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const title = t('Choose a license');
  return (
    <StepFrame
      at={at}
      title={title}
      lead={t('Viewers see the license. It says what they may do with your content.')}
      actions={<Submit text={t('Save and start')} />}
    >
      <Form id={FORM} label={title} onSubmit={() => dispatch(saveRequested())}>
        <LicenseChoice license={license} onChange={(id) => dispatch(licenseChosen(id))} />
      </Form>
    </StepFrame>
  );
};
