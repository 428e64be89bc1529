import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { licenseOf, licenses } from '../../../media/licenses.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { licenseChosen, saveRequested } from '../slice.ts';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';

export const LicensePanel: Panel<'license'> = ({ draft: { license }, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const known = licenseOf(license);
  const title = t('Choose a license');
  return (
    <StepFrame
      at={at}
      title={title}
      lead={t('Viewers see the license. It says what they may do with your content.')}
      actions={<Submit text={t('Save and start')} />}
    >
      <Form id={FORM} label={title} onSubmit={() => dispatch(saveRequested())}>
        <SelectField
          label={t('License')}
          help={known ? t(known.description) : undefined}
          value={license}
          onChange={(id) => dispatch(licenseChosen(id))}
          options={licenses.map(({ id, name }) => ({
            value: id,
            label: id === 'none' ? t(name) : `${id} · ${t(name)}`,
          }))}
        />
        {known?.link && (
          <p>
            <a href={known.link} target="_blank" rel="noreferrer">
              {t('Read {{license}}', { license: known.id })}
            </a>
          </p>
        )}
      </Form>
    </StepFrame>
  );
};
