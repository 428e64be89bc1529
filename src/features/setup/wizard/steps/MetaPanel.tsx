import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Meta } from '../../../../media/stored/metadata.ts';
import { Form } from '../../../../ui/form/Form.tsx';
import {
  AuthorFields,
  isNameless,
  NameDescriptionAuthorFields,
} from '../../../live/channelInfo/NameDescriptionAuthorFields.tsx';
import { metaAccepted, wizardChanged } from '../slice.ts';
import { FORM, StepFrame, type StepPanel, Submit } from './StepFrame.tsx';

export const MetaPanel: StepPanel<'meta'> = ({ draft: { meta }, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [tried, setTried] = useState(false);
  const change = (changed: Meta) => dispatch(wizardChanged({ meta: changed }));
  const title = t('Describe the stream');
  const submit = () => {
    setTried(true);
    if (!isNameless(meta)) dispatch(metaAccepted());
  };
  return (
    <StepFrame
      at={at}
      title={title}
      lead={t('Shown to viewers next to the player. Only the name is required.')}
      actions={<Submit text={t('Next')} />}
    >
      <Form id={FORM} label={title} onSubmit={submit}>
        <NameDescriptionAuthorFields meta={meta} onChange={change} tried={tried} />
        <AuthorFields meta={meta} onChange={change} />
      </Form>
    </StepFrame>
  );
};
