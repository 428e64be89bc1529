import type { UnknownAction } from '@reduxjs/toolkit';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { maskText } from '../../../media/masking/mask.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Form, holdsUnread } from '../../../ui/form/Form.tsx';
import { TypedInputsProvider, useTypedInputs } from '../../../ui/form/typedInputs.ts';
import { HeaderMenu } from '../../../ui/frame/HeaderMenu.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import { useNarrowViewport } from '../../../ui/viewportHooks.ts';
import { type Editor, isEdited, type OpenEditor } from './createEditor.ts';
import { type Answers, EditConflictDialog, type NameOf } from './EditConflictDialog.tsx';

const HEIGHT = 480;

type ClosedEditor = Extract<NotYetOpenProps['editor'], { status: 'closed' }>;

interface Life<Target> {
  opened: (target: Target) => UnknownAction;
  closed: () => UnknownAction;
}

/** Opens the editor while mounted. In the first render, the store still holds the previous target. */
export function useEditor<Target, State, Shown>(
  { opened, closed }: Life<Target>,
  target: Target,
  select: (state: State) => Shown,
): { editor: Shown | ClosedEditor; retry: () => void } {
  const dispatch = useDispatch();
  const shown = useSelector(select);
  const [tries, setTries] = useState(0);
  const [pending, setAsked] = useState<{ target: Target } | null>(null);
  useEffect(() => {
    void tries;
    dispatch(opened(target));
    setAsked({ target });
    return () => {
      dispatch(closed());
    };
  }, [dispatch, opened, closed, target, tries]);
  const isOwn = pending !== null && pending.target === target;
  return { editor: isOwn ? shown : { status: 'closed' }, retry: () => setTries(tries + 1) };
}

interface NotYetOpenProps {
  editor: Exclude<Editor<unknown, unknown, unknown, unknown, unknown>, { status: 'open' }>;
  failed: string;
  loading?: string;
  retry: (() => void) | string;
}

/** Replaces a form that is loading, could not be loaded, or was saved by a newer version. */
export function NotYetOpen({ editor, failed, loading, retry }: NotYetOpenProps) {
  const { t } = useTranslation();
  switch (editor.status) {
    case 'closed':
    case 'loading':
      return <WaitingNote text={loading ?? t('Loading …')} height={HEIGHT} />;
    case 'failed':
      return (
        <Alert title={failed} evidence={maskText(editor.reason)}>
          {typeof retry === 'string' ? (
            retry
          ) : (
            <Button icon="restart" onClick={retry}>
              {t('Retry')}
            </Button>
          )}
        </Alert>
      );
    case 'newer':
      return (
        <Alert
          title={t('These settings were made by a newer version or by another program.')}
          evidence={editor.version === '' ? undefined : maskText(editor.version)}
        >
          {t('They stay unchanged. Update the interface to edit them.')}
        </Alert>
      );
  }
}

interface EditorScreenProps<Open> extends Omit<NotYetOpenProps, 'editor'> {
  editor: NotYetOpenProps['editor'] | Open;
  title: string;
  children: (open: Open) => ReactNode;
}

export function EditorScreen<Open extends { status: 'open' }>({
  editor,
  title,
  children,
  ...waiting
}: EditorScreenProps<Open>) {
  if (editor.status === 'open') return children(editor);
  return (
    <Page title={title} width="text">
      <NotYetOpen editor={editor} {...waiting} />
    </Page>
  );
}

interface EditorCardProps {
  id: string;
  label: string;
  editor: Pick<OpenEditor<unknown, unknown, object, unknown, unknown>, 'draft' | 'stored' | 'busy' | 'others'>;
  shared?: Answers & { nameOf?: NameOf; unshown?: string };
  onSave: () => void;
  /** Replaces Save as the main button and for Enter. */
  first?: { text: string; onSave: () => void } | undefined;
  /** Paths (without query) that keep the draft. */
  keeps: (path: string) => boolean;
  home: string;
  before?: ReactNode;
  /** Whether the current tab has no fields. Save then appears only if another tab has changes. */
  reads?: boolean;
  /** Enables Save without changes, for something that was never saved or must be saved again. */
  fresh?: boolean;
  note?: string | undefined;
  effects?: ReactNode;
  tabs?: Parameters<typeof Tabs>[0];
  children: ReactNode;
}

/** Asks for confirmation before leaving with unsaved changes. */
export function EditorCard({
  id,
  label,
  editor,
  shared,
  onSave,
  first,
  keeps,
  home,
  before,
  reads = false,
  fresh = false,
  note,
  effects,
  tabs,
  children,
}: EditorCardProps) {
  const { t } = useTranslation();
  const narrow = useNarrowViewport();
  const navigate = useNavigate();
  const busy = editor.busy !== null;
  const current = tabs?.current ?? '';
  const { holder, unread, wrong } = useTypedInputs(current);
  const [sought, setSought] = useState(false);
  const changed = isEdited(editor) || unread.length > 0;
  const saves = changed || !reads;
  const idle = saves && !changed && !fresh;
  const save = (send: () => void) => () => {
    const [first] = unread;
    const href = tabs?.tabs.find(({ id }) => id === first)?.href;
    setSought(first !== undefined);
    if (first === undefined) send();
    else if (href !== undefined) navigate(href.slice(1));
  };
  const saveOnly = () => {
    if (!holdsUnread(document.getElementById(id))) save(onSave)();
    requestAnimationFrame(() => focusFirstFault(id));
  };
  const isChanged = editor.others.status === 'known' && isEdited(editor);
  const form = (
    <Form id={id} label={label} onSubmit={save(first?.onSave ?? onSave)}>
      <TypedInputsProvider value={holder}>{children}</TypedInputsProvider>
      {sought && <FirstFault key={current} form={id} />}
    </Form>
  );
  const leave = (
    <>
      {!narrow && before}
      <LinkButton kind={before ? 'quiet' : 'plain'} href={home}>
        {changed ? t('Cancel') : t('Close')}
      </LinkButton>
    </>
  );
  return (
    <>
      {narrow && before && <div className="page-back">{before}</div>}
      <Card
        flush={tabs !== undefined}
        foot={
          <>
            {effects}
            <Actions
              back={leave}
              note={
                isChanged
                  ? t('Changed elsewhere meanwhile. Saving asks what to keep.')
                  : // An empty note keeps its place, so that the buttons do not grow with the first change.
                    (note ?? (fresh ? undefined : idle ? t('No unsaved changes.') : ''))
              }
            >
              {first &&
                saves &&
                (narrow ? (
                  <HeaderMenu
                    label={t('More')}
                    icon="more"
                    entries={[{ icon: 'check', text: t('Save'), disabled: busy, to: saveOnly }]}
                  />
                ) : (
                  <Button busy={busy} onClick={saveOnly}>
                    {t('Save')}
                  </Button>
                ))}
              {saves && (
                <Button kind="main" type="submit" form={id} busy={busy} disabled={idle}>
                  {first?.text ?? t('Save')}
                </Button>
              )}
            </Actions>
          </>
        }
      >
        {tabs && (
          <Tabs
            {...tabs}
            tabs={tabs.tabs.map((tab) => ({
              ...tab,
              wrong: tab.wrong === true || (tab.id !== current && wrong.includes(tab.id)),
            }))}
          />
        )}
        {tabs ? <div className="card-body">{form}</div> : form}
      </Card>
      <LeaveGuard changed={changed} keeps={keeps} />
      {shared && (
        <EditConflictDialog
          editor={editor}
          answers={shared}
          nameOf={shared.nameOf}
          unshown={shared.unshown}
          onSave={onSave}
        />
      )}
    </>
  );
}

/** The fault may be on another tab than the Save button, so the field is focused when its tab mounts. */
export function FirstFault({ form }: { form: string }) {
  useEffect(() => focusFirstFault(form), [form]);
  return null;
}

const focusFirstFault = (form: string) => document.querySelector<HTMLElement>(`#${form} [aria-invalid=true]`)?.focus();
