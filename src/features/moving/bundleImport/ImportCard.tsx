import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { shortFileName } from '../../../i18n/shortFileName.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { ProgressBar } from '../../../ui/controls/ProgressBar.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { FileButton } from '../../../ui/form/FileButton.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import { phraseText } from '../phraseText.ts';
import { ConflictList } from './ConflictList.tsx';
import { lastingConflicts } from './conflictTexts.ts';
import { ImportPlanForm } from './ImportPlanForm.tsx';
import {
  type ImportState,
  importCancelled,
  importClosed,
  importFilePicked,
  passphraseEntered,
  passphraseSkipped,
  type TakeBackRefusal,
  takeBackRequested,
  type WithImport,
} from './slice.ts';

/** The state stays when the screen is left, because an import continues. */
export function ImportCard() {
  const { t } = useTranslation();
  const state = useSelector(({ bundleImport }: WithImport) => bundleImport);
  return <Card title={t('Import')}>{partOf(state)}</Card>;
}

function partOf(state: ImportState): ReactNode {
  switch (state.status) {
    case 'none':
      return <FilePart state={state} />;
    case 'reading':
      return <ReadingPart state={state} />;
    case 'locked':
      return <LockedPart state={state} />;
    case 'planned':
      return <ImportPlanForm state={state} />;
    case 'running':
      return <RunningPart state={state} />;
    case 'done':
      return <DonePart state={state} />;
  }
}

interface PartProps<Status extends ImportState['status']> {
  state: Extract<ImportState, { status: Status }>;
}

function FilePart({ state: { refusal } }: PartProps<'none'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const pick = (file: File) => dispatch(importFilePicked(file));
  return (
    <Stack form>
      <p>
        {t(
          'Choose an exported file, or "db.json" from the folder "config" of another installation. What would change is shown first; nothing is written before you confirm.',
        )}
      </p>
      {refusal && (
        <Alert title={t('{{name}} was not imported, and nothing was changed.', { name: shortFileName(refusal.name) })}>
          <p>{phraseText(refusal, t)}</p>
        </Alert>
      )}
      <DropZone onDrop={pick}>
        <FileButton accept=".json,.zip" busy={false} onPick={pick}>
          {t('Choose file')}
        </FileButton>
        <span className="dim">{t('Or drop it here.')}</span>
      </DropZone>
    </Stack>
  );
}

const ZONE = { border: '1px dashed', borderRadius: 'var(--radius)', padding: 16, alignItems: 'center' };

/** For a pointer; the button in it is for everybody. */
function DropZone({ onDrop, children }: { onDrop: (file: File) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onDrop(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
    <div
      className="button-row"
      style={{ ...ZONE, borderColor: isOver ? 'var(--accent)' : 'var(--edge)' }}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}

function ReadingPart({ state: { name } }: PartProps<'reading'>) {
  const { t } = useTranslation();
  return <ProgressNote>{t('Reading {{name}} …', { name: shortFileName(name) })}</ProgressNote>;
}

function LockedPart({ state: { name, isWrong, busy } }: PartProps<'locked'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [passphrase, setPassphrase] = useState('');
  return (
    <Form label={t('Passphrase')} onSubmit={() => dispatch(passphraseEntered(passphrase))}>
      <p>{t('{{name}} contains encrypted stream keys and passwords.', { name: shortFileName(name) })}</p>
      <PasswordField
        label={t('Passphrase')}
        error={isWrong ? t('The passphrase is wrong. Nothing was imported.') : undefined}
        value={passphrase}
        onChange={setPassphrase}
      />
      <Actions
        back={
          <Button kind="quiet" onClick={() => dispatch(importClosed())}>
            {t('Cancel')}
          </Button>
        }
      >
        <Button disabled={busy} onClick={() => dispatch(passphraseSkipped())}>
          {t('Import without keys')}
        </Button>
        <Button kind="main" type="submit" busy={busy}>
          {t('Continue')}
        </Button>
      </Actions>
    </Form>
  );
}

function RunningPart({ state: { name, done, of, cancelled } }: PartProps<'running'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, []);
  return (
    <Stack form>
      <ProgressBar
        label={cancelled ? t('Stopping after this step …') : t('Importing {{name}} …', { name: shortFileName(name) })}
        share={of === 0 ? null : done / of}
        figure={t('{{n}} of {{total}}', { n: done, total: of })}
      />
      <p className="dim">
        {t('Keep this page open. If you cancel, the import stops after the current step, and you can take it back.')}
      </p>
      <div>
        <Button busy={cancelled} onClick={() => dispatch(importCancelled())}>
          {t('Cancel')}
        </Button>
      </div>
    </Stack>
  );
}

function DonePart({ state: { name, conflicts, outcome, busy, refusal } }: PartProps<'done'>) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { done, of, failure, cancelled } = outcome;
  const counts = { name, done, total: of };
  return (
    <Stack form>
      {failure && (
        <Alert
          title={t('The import of {{name}} stopped at step {{step}} of {{total}}.', { ...counts, step: done + 1 })}
        >
          <p>
            {phraseText(failure.subject, t)}: {reasonText(failure.reason, t)}
          </p>
          <p>{t('What was imported before stays. Take it back, or correct the cause and import the file again.')}</p>
        </Alert>
      )}
      {cancelled && (
        <Alert
          tone="warning"
          title={t('The import of {{name}} was cancelled after {{done}} of {{total}} steps.', counts)}
        >
          <p>{t('What was imported before stays. Take it back, or import the file again to continue.')}</p>
        </Alert>
      )}
      {!failure && !cancelled && (
        <p role="status">
          {of === 0
            ? t('{{name}} was stored here already. Nothing was changed.', { name: shortFileName(name) })
            : t('{{name}} was imported.', { name: shortFileName(name) })}
        </p>
      )}
      {done > 0 && <ConflictList title={t('Still to do')} conflicts={lastingConflicts(conflicts)} />}
      {refusal && <TakeBackAlert refusal={refusal} />}
      {done > 0 && (
        <p className="dim">
          {t('The import can be taken back as a whole until something of it is changed, or this page is closed.')}
        </p>
      )}
      <Actions
        back={
          done > 0 && (
            <Button icon="restart" busy={busy} onClick={() => dispatch(takeBackRequested())}>
              {t('Take back')}
            </Button>
          )
        }
      >
        <Button kind="main" disabled={busy} onClick={() => dispatch(importClosed())}>
          {t('Done')}
        </Button>
      </Actions>
    </Stack>
  );
}

function TakeBackAlert({ refusal }: { refusal: TakeBackRefusal }) {
  const { t } = useTranslation();
  const { isPartial } = refusal;
  const changed = isPartial
    ? t('Something that it wrote was changed since. The rest of the import stays.')
    : t('Something that it wrote was changed since. Nothing was taken back.');
  return (
    <Alert title={isPartial ? t('Only a part of the import was taken back.') : t('The import was not taken back.')}>
      <p>{refusal.kind === 'changed' ? changed : reasonText(refusal.reason, t)}</p>
      {refusal.kind === 'failed' && isPartial && <p>{t('Take it back again to continue.')}</p>}
    </Alert>
  );
}
