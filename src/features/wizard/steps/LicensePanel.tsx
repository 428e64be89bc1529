import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { licenceOf, licences } from '../../../media/licences.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { licenseChosen, saveRequested } from '../slice.ts';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';

export const LicensePanel: Panel<'license'> = ({ draft: { license }, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const licence = licenceOf(license);
  const title = t('What may others do with it?');
  return (
    <StepFrame
      at={at}
      title={title}
      lead={t('The licence is shown to viewers. It says what they may do with your content.')}
      actions={<Submit text={t('Save and start')} />}
    >
      <Form id={FORM} label={title} onSubmit={() => dispatch(saveRequested())}>
        <SelectField
          label={t('Licence')}
          help={licence ? t(licence.description) : undefined}
          value={license}
          onChange={(id) => dispatch(licenseChosen(id))}
          options={licences.map(({ id, name }) => ({
            value: id,
            label: id === 'none' ? t(name) : `${id} · ${t(name)}`,
          }))}
        />
        {licence?.link && (
          <p>
            <a href={licence.link} target="_blank" rel="noreferrer">
              {t('Read {{licence}}', { licence: licence.id })}
            </a>
          </p>
        )}
      </Form>
    </StepFrame>
  );
};
