import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { TextField } from '../../ui/form/TextField.tsx';
import { draftChanged, type OpenWebsite } from './slice.ts';
import { labelOf } from './tabs.ts';

const ROWS = 10;
const NOTES = ['imprint', 'terms'] as const;

/** What the operator has to tell viewers, and how that will look. */
export function NotesTab({ form: { draft } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const helps = {
    imprint: t('Legal notice: the name and the address of the publisher. Empty: no link to it.'),
    terms: t('Terms of use, or what you store about viewers. Empty: no link to them.'),
  };
  return (
    <>
      {NOTES.map((key) => {
        const name = t(labelOf(key) ?? '');
        return (
          <div key={key} className="stack">
            <TextField
              label={name}
              help={helps[key]}
              value={draft[key]}
              onChange={(note) => dispatch(draftChanged({ [key]: note }))}
              rows={ROWS}
            />
          </div>
        );
      })}
    </>
  );
}
