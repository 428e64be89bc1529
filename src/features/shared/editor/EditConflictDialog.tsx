import type { UnknownAction } from '@reduxjs/toolkit';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { maskText } from '../../../media/masking/mask.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import type { Others } from './createEditor.ts';
import { type Difference, differencesOf } from './rebaseDraft.ts';

export interface Answers {
  actions: { keptMine: () => UnknownAction; tookTheirs: () => UnknownAction; leftOpen: () => UnknownAction };
}

/** Returns the label of an entry of the draft, and whether to mask it; null: it is not shown. */
export type NameOf = (path: readonly string[]) => { name: string; secret?: boolean } | null;

interface EditConflictDialogProps {
  editor: { draft: object; stored: object; others: Others<unknown, object> };
  answers: Answers;
  nameOf?: NameOf | undefined;
  /** Translated text about changes by others that no field shows. */
  unshown?: string | undefined;
  onSave: () => void;
}

export function EditConflictDialog({ editor, answers: { actions }, nameOf, unshown, onSave }: EditConflictDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft, stored, others } = editor;
  const back = () => dispatch(actions.leftOpen());
  const isDeleted = others.status === 'gone';
  const differences = others.status === 'changed' ? differencesOf(stored, draft, others.draft) : [];
  const keep = () => {
    dispatch(actions.keptMine());
    onSave();
  };
  return (
    <DialogFrame
      open={isDeleted || others.status === 'changed'}
      role="alertdialog"
      title={isDeleted ? t('Deleted elsewhere') : t('Changed elsewhere')}
      onClose={back}
      actions={
        <>
          <Button onClick={back} autoFocus>
            {t('Back to the form')}
          </Button>
          {!isDeleted && <Button onClick={() => dispatch(actions.tookTheirs())}>{t('Take theirs')}</Button>}
          {!isDeleted && (
            <Button kind="main" onClick={keep}>
              {t('Keep mine')}
            </Button>
          )}
        </>
      }
    >
      {isDeleted ? (
        <p>
          {t('It was deleted in another tab or by another operator, so it cannot be saved. Your entries are kept.')}
        </p>
      ) : (
        <>
          <p>
            {t('It was saved in another tab or by another operator after you opened it. Nothing is overwritten yet.')}
          </p>
          {differences.length > 0 && (
            <DescriptionList>
              {differences.map((difference) => {
                const { name = difference.path.join(' · '), secret = false } = nameOf?.(difference.path) ?? {};
                return (
                  <Description key={difference.path.join()} label={name}>
                    <Values of={difference} secret={secret} />
                  </Description>
                );
              })}
            </DescriptionList>
          )}
          {differences.length === 0 && <p>{unshown ?? t('The process on the core was changed by another program.')}</p>}
          <p className="field-note">
            {t('Keep mine saves what you changed, and leaves everything else as it is stored now.')}
          </p>
        </>
      )}
    </DialogFrame>
  );
}

function Values({ of: { base, theirs, mine }, secret }: { of: Difference; secret: boolean }) {
  const { t } = useTranslation();
  const shown = (value: unknown) => {
    if (typeof value === 'boolean') return value ? t('On') : t('Off');
    if (secret || (typeof value !== 'string' && typeof value !== 'number')) return t('changed');
    return value === '' ? t('empty') : maskText(String(value));
  };
  const unchanged = sameJson(base, mine);
  return (
    <>
      {t('Theirs: {{value}}', { value: shown(theirs) })}
      <br />
      {unchanged ? t('Yours: not changed') : t('Yours: {{value}}', { value: shown(mine) })}
    </>
  );
}
