import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { CopyField } from '../../../ui/controls/CopyField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { NOTES, noteFile } from '../../../viewer/website/websiteFileNames.ts';
import type { WithSession } from '../../gate/session/slice.ts';
import { PendingRestartNote } from '../../shared/restart/pendingRestart/PendingRestartNote.tsx';
import { LegalTextPreview } from './LegalTextPreview.tsx';
import { draftChanged, type OpenWebsite } from './slice.ts';
import { labelOf } from './tabs.ts';
import { websiteAddress } from './websiteAddress.ts';

const ROWS = 10;

/** What the operator has to tell viewers, and how that will look. */
export function LegalTextsTab({ form: { draft, stored, found } }: { form: OpenWebsite }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const address = useSelector(({ session }: WithSession) => websiteAddress(session));
  const helps = {
    imprint: t('Legal notice: the name and the address of the publisher. Empty: no link to it.'),
    terms: t('Terms of use, or what you store about viewers. Empty: no link to them.'),
  };
  return (
    <>
      <p className="field-note">
        {t(
          'Plain text, Markdown (# heading, **bold**, - list, [text](address)) or simple HTML. Scripts, styles and images are left out.',
        )}
      </p>
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
            <LegalTextPreview name={name} note={draft[key]} />
            {found.published && stored[key].trim() !== '' && (
              <>
                <PendingRestartNote />
                <CopyField label={t('Link: {{name}}', { name })} value={`${address}${noteFile(key)}`} open />
              </>
            )}
          </div>
        );
      })}
    </>
  );
}
