import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import { AgentCard } from '../features/setup/agent/AgentGate.tsx';
import { channelTabs } from '../features/setup/channelSettings/tabs.ts';
import type { RootState } from '../features/setup/index.ts';
import { useOutsideAgent } from '../features/setup/slate/AgentNote.tsx';
import { backupFaultsOf } from '../features/setup/slate/backups.ts';
import { slateFaultsOf, switchedIn } from '../features/setup/slate/draft.ts';
import { SlateFields } from '../features/setup/slate/SlateFields.tsx';
import { type OpenSlate, slateEditor, slateSaveRequested } from '../features/setup/slate/slice.ts';
import { useSourceContext } from '../features/setup/source/useSourceContext.tsx';
import { EditorCard, EditorScreen, FirstFault, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { tabLinks } from '../features/shared/editor/editorTabs.ts';
import { Page } from '../ui/layout/Page.tsx';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx';

const FORM = 'standby';

export default function StandbyImageScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const name = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel)?.name);
  const { editor, retry } = useEditor(slateEditor.actions, channel, (state: RootState) => state.slate);
  usePollProcessStates(channel);
  const title = t('Edit: {{name}}', { name: name ?? channel });
  return (
    <EditorScreen editor={editor} title={title} failed={t('The standby image could not be loaded.')} retry={retry}>
      {(open) => <Opened form={open} title={title} />}
    </EditorScreen>
  );
}

function Opened({ form, title }: { form: OpenSlate; title: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [isAsking, setAsking] = useState(false);
  const isOutside = useOutsideAgent();
  const { target: channel, draft, found, tried } = form;
  const save = () => {
    setAsking(false);
    dispatch(slateSaveRequested());
  };
  const count = switchedIn(found.publications, draft).filter(({ on }) => on).length;
  const context = useSourceContext(channel);
  const backupFaults = backupFaultsOf(draft.backups, found.backups, context);
  const isFaulty = Object.keys({ ...slateFaultsOf(draft), ...backupFaults }).length > 0;
  const effect = t('{{count}} running publications reconnect once. This takes a few seconds.', {
    count,
    defaultValue_one: '{{count}} running publication reconnects once. This takes a few seconds.',
  });
  const names: Readonly<Record<string, string>> = {
    text: t('Text'),
    theme: t('Background'),
    picture: t('Your own image'),
    limitMinutes: t('End after'),
    backups: t('Backup sources'),
  };
  return (
    <Page title={title} width="text">
      <EditorCard
        id={FORM}
        label={title}
        editor={form}
        shared={{
          ...slateEditor,
          unshown: t('The image was replaced.'),
          nameOf: ([group = '', key = group]) => {
            const name =
              names[group === 'backups' ? group : key] ?? found.publications.find(({ id }) => id === key)?.name;
            return name === undefined ? null : { name, secret: key === 'picture' || group === 'backups' };
          },
        }}
        onSave={() => (count > 0 && !isFaulty ? setAsking(true) : save())}
        keeps={(path) => path === `/${channel}/edit/${FORM}`}
        home={`#/${channel}`}
        note={count > 0 && form.busy === null ? effect : undefined}
        tabs={{
          label: t('Channel settings'),
          current: FORM,
          tabs: tabLinks(channelTabs, t, (id) => `#/${channel}/edit/${id}`, FORM),
        }}
      >
        <SlateFields form={form} />
        {tried && <FirstFault form={FORM} />}
      </EditorCard>
      {isOutside && <AgentCard />}
      <ConfirmDialog
        open={isAsking}
        title={t('Reconnect publications?')}
        confirm={t('Save and reconnect')}
        onConfirm={save}
        onClose={() => setAsking(false)}
      >
        {effect}
      </ConfirmDialog>
    </Page>
  );
}
