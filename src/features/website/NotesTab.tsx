import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { TextField } from '../../ui/form/TextField.tsx';
import { draftChanged, type OpenWebsite } from './slice.ts';

const ROWS = 10;

/** What the operator has to say to viewers. */
export function NotesTab({ form: { draft } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <>
      <TextField
        label={t('Imprint')}
        value={draft.imprint}
        onChange={(imprint) => dispatch(draftChanged({ imprint }))}
        rows={ROWS}
      />
      <TextField
        label={t('Terms')}
        value={draft.terms}
        onChange={(terms) => dispatch(draftChanged({ terms }))}
        rows={ROWS}
      />
    </>
  );
}
