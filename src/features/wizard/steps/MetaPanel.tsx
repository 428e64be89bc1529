import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Meta } from '../../../media/metadata.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { metaAccepted, metaChanged } from '../slice.ts';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';

const ROWS = 3;

export const MetaPanel: Panel<'meta'> = ({ draft: { meta }, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [tried, setTried] = useState(false);
  const nameless = meta.name.trim() === '';
  const change = (changed: Partial<Meta>) => dispatch(metaChanged({ ...meta, ...changed }));
  const changeAuthor = (changed: Partial<Meta['author']>) => change({ author: { ...meta.author, ...changed } });
  const title = t('Describe the stream');
  const submit = () => {
    setTried(true);
    if (!nameless) dispatch(metaAccepted());
  };
  return (
    <StepFrame
      at={at}
      title={title}
      lead={t('Shown to viewers next to the player. Only the name is required.')}
      actions={<Submit text={t('Next')} />}
    >
      <Form id={FORM} label={title} onSubmit={submit}>
        <TextField
          label={t('Channel name')}
          required
          error={tried && nameless ? t('Enter a channel name.') : undefined}
          value={meta.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={t('Description')}
          rows={ROWS}
          value={meta.description}
          onChange={(description) => change({ description })}
        />
        <TextField label={t('Author')} value={meta.author.name} onChange={(name) => changeAuthor({ name })} />
        <TextField
          label={t('About the author')}
          rows={ROWS}
          value={meta.author.description}
          onChange={(description) => changeAuthor({ description })}
        />
      </Form>
    </StepFrame>
  );
};
