import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { egressId, egressOf } from '../api/processIds.ts';
import { egressControlFields, feedName } from '../catalog/control/egressControlFields.ts';
import { explainUnserved } from '../catalog/serviceFacts/unservedReason.ts';
import type { WithSession } from '../features/gate/session/slice.ts';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import { DeleteCard } from '../features/live/publication/DeleteCard.tsx';
import { isWell, publicationStateOf, publicationsOf } from '../features/live/publication/publicationState.ts';
import { typedIn } from '../features/setup/addPublication/ServiceList.tsx';
import {
  type FormContext,
  fieldsOf,
  formContextOf,
  interrupts,
  newlyUnserved,
  unservedIn,
} from '../features/setup/egress/publicationDraft.ts';
import type { RootState } from '../features/setup/index.ts';
import { EncodingTab } from '../features/setup/publicationForm/EncodingTab.tsx';
import { GeneralTab } from '../features/setup/publicationForm/GeneralTab.tsx';
import { OutdatedSettingsNote } from '../features/setup/publicationForm/OutdatedSettingsNote.tsx';
import { ProcessTab } from '../features/setup/publicationForm/ProcessTab.tsx';
import {
  type OpenForm,
  type PublicationTarget,
  publicationEditor,
  publicationSaveRequested,
  saveAndStartRequested,
} from '../features/setup/publicationForm/slice.ts';
import {
  formFaultsOf,
  type PublicationTabId,
  type PublicationTabProps,
  publicationTabs,
  tabOfFault,
} from '../features/setup/publicationForm/tabs.ts';
import { RecordingsCard } from '../features/setup/recordings/RecordingsCard.tsx';
import { devicesWanted } from '../features/setup/source/lookForDevices.ts';
import type { NameOf } from '../features/shared/editor/EditConflictDialog.tsx';
import { EditorCard, EditorScreen, FirstFault, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { tabAt, tabLinks } from '../features/shared/editor/editorTabs.ts';
import { FailureFieldHighlight } from '../features/shared/failureHelp/FailureFieldHighlight.tsx';
import { useExpertMode } from '../features/shared/preference/useExpertMode.tsx';
import { ProcessDialogs } from '../features/shared/processDetails/ProcessDialogs.tsx';
import { msg } from '../i18n/msg.ts';
import { outputName, publicationIdOf, roleOf } from '../media/channel/publicationOutputs.ts';
import { isOn } from '../media/channel/publicationState.ts';
import { sameJson } from '../media/stored/sameJson.ts';
import { LinkButton } from '../ui/controls/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Page } from '../ui/layout/Page.tsx';

function useFormContext({ target, found, draft }: OpenForm): FormContext | null {
  const session = useSelector((state: WithSession) => state.session);
  const { rendition = '' } = draft.control.source;
  return useMemo(() => formContextOf({ session }, target, found, rendition), [session, target, found, rendition]);
}

const FORM = 'publication';
const NEW = 'new';

const panels: Record<PublicationTabId, ComponentType<PublicationTabProps>> = {
  general: GeneralTab,
  process: ProcessTab,
  encoding: EncodingTab,
};

function useTarget(): PublicationTarget {
  const { channel = '', service = '', index = NEW } = useParams();
  const [search] = useSearchParams();
  const uuid = index === NEW ? null : index;
  const from = uuid === null ? search.get('from') : null;
  // Passed as navigation state, because browsers remember addresses and it may contain a stream key.
  const { state } = useLocation();
  const [typed] = useState(() => typedIn(state));
  return useMemo(() => ({ channel, service, uuid, from, typed }), [channel, service, uuid, from, typed]);
}

/** Returns the address of the publication that a second output belongs to; null for any other publication. */
function useOwner({ channel, service, uuid }: PublicationTarget): string | null {
  const { search } = useLocation();
  const { tab } = useParams();
  const own = egressId(service, uuid ?? '');
  const id = useSelector((state: RootState) => publicationIdOf(publicationsOf(state, channel), own));
  const to = egressOf(id);
  if (uuid === null || id === own || to === null) return null;
  return `/${channel}/publication/${to.service}/${to.uuid}${tab === undefined ? '' : `/${tab}`}${search}`;
}

export default function PublicationScreen() {
  const { t } = useTranslation();
  const target = useTarget();
  const { channel } = target;
  const { editor, retry } = useEditor(publicationEditor.actions, target, (state: RootState) => state.publicationForm);
  usePollProcessStates(channel);
  const owner = useOwner(target);
  if (owner !== null) return <Navigate replace to={owner} />;
  return (
    <EditorScreen
      editor={editor}
      title={t('Publication')}
      failed={t('The publication could not be loaded.')}
      loading={t('Loading the publication …')}
      retry={retry}
    >
      {(open) => <Opened form={open} />}
    </EditorScreen>
  );
}

function Opened({ form }: { form: OpenForm }) {
  const context = useFormContext(form);
  return context && <Edited form={form} context={context} />;
}

function Edited({ form, context }: { form: OpenForm; context: FormContext }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { tab: segment = '' } = useParams();
  const { target, draft, tried } = form;
  const { channel, service, uuid } = target;
  const channelName = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel)?.name);
  const tab = tabAt(publicationTabs, segment) ?? 'general';
  const base = `/${channel}/publication/${service}`;
  const path = (id: PublicationTabId) => (id === 'general' && uuid === null ? base : `${base}/${uuid ?? NEW}/${id}`);
  const query = target.from === null ? '' : `?from=${target.from}`;
  const faults = tried ? Object.keys(formFaultsOf(context, form)).map(tabOfFault) : [];
  const publications = useSelector((state: RootState) => publicationsOf(state, channel));
  const interruption = useInterruption(form, context);
  const title =
    uuid === null
      ? t('New publication: {{service}}', { service: t(context.service.name) })
      : draft.name || t(context.service.name);
  const unserved = unservedIn(context, draft);
  const reason = useRef<HTMLDivElement>(null);
  const Panel = panels[tab];
  const isExpert = useExpertMode();
  const hasProcess = useOnceTrue(isExpert || tab === 'process' || !context.feeds.includes(draft.control.source.source));
  const shownTabs = publicationTabs.filter(({ id }) => id !== 'process' || hasProcess);
  const files = context.service.files?.(form.stored.settings) ?? null;

  const nameOf = entryNames(t, fieldsOf(context, draft));
  const saveWith = (request: typeof publicationSaveRequested | typeof saveAndStartRequested) => () => {
    const wrong = Object.keys(formFaultsOf(context, form)).map(tabOfFault);
    const [first] = wrong;
    if (first && !wrong.includes(tab)) navigate(path(first) + query);
    if (newlyUnserved(context, form)) reason.current?.focus();
    dispatch(request());
  };
  // A copy still has the stream key of the original, so it must not start.
  const starts = uuid === null && target.from === null;

  return (
    <Page title={title} context={channelName} width="text">
      <EditorCard
        id={FORM}
        label={title}
        editor={form}
        shared={{ ...publicationEditor, nameOf }}
        onSave={saveWith(publicationSaveRequested)}
        fresh={uuid === null}
        first={starts ? { text: t('Save and start'), onSave: saveWith(saveAndStartRequested) } : undefined}
        keeps={(to) => publicationTabs.some(({ id }) => path(id) === to) || to === `${base}/${uuid ?? NEW}`}
        home={`#/${channel}`}
        before={
          uuid === null && (
            <LinkButton icon="back" href={`#/${channel}/publication`}>
              {t('Back')}
            </LinkButton>
          )
        }
        note={
          interruption !== null
            ? t(interruption)
            : uuid === null && draft.control.source.source !== egressControlFields['source.source'].default
              ? t('Reads the channel as: {{feed}}', { feed: t(feedName(draft.control.source.source)) })
              : undefined
        }
        tabs={{
          label: t('Publication settings'),
          current: tab,
          tabs: tabLinks(shownTabs, t, (id) => `#${path(id)}${query}`, tab, faults),
        }}
      >
        {unserved && (
          <div ref={reason} tabIndex={-1}>
            <Alert title={t('This core cannot run this publication')}>
              <p>{explainUnserved(t, unserved)}</p>
              {uuid !== null && <p>{t('It can still be renamed, stopped and deleted here.')}</p>}
            </Alert>
          </div>
        )}
        <OutdatedSettingsNote form={form} context={context} />
        <FailureFieldHighlight
          key={`form of ${tab}`}
          form={FORM}
          of="target"
          name={draft.name || t(context.service.name)}
        >
          <Panel
            form={form}
            context={context}
            processLink={hasProcess ? null : `#${path('process')}${query}`}
            onRefresh={() => dispatch(devicesWanted())}
          />
        </FailureFieldHighlight>
        {tried && <FirstFault key={tab} form={FORM} />}
      </EditorCard>
      {uuid !== null && files !== null && (
        <Files>
          <RecordingsCard {...files} />
        </Files>
      )}
      {uuid !== null && <DeleteCard channel={channel} id={egressId(service, uuid)} busy={form.busy === 'deleting'} />}
      {uuid !== null && (
        <ProcessDialogs
          id={egressId(service, uuid)}
          outputOf={(id) => roleOf(publications, id)}
          nameOf={(id) =>
            roleOf(publications, id) === null
              ? form.stored.name || t(context.service.name)
              : outputName(publications, id, t)
          }
          secrets={context.service.secrets(form.stored.settings)}
        />
      )}
    </Page>
  );
}

/** Stays true, so that an open tab does not disappear. */
function useOnceTrue(value: boolean): boolean {
  const [wasTrue, setWas] = useState(value);
  if (value && !wasTrue) setWas(true);
  return value || wasTrue;
}

/** Returns what a save interrupts, as a text of the catalog; null if nothing. */
function useInterruption({ target: { service, uuid }, ...form }: OpenForm, context: FormContext): string | null {
  const { backup } = form.found.metadata.control;
  const ids = { primary: egressId(service, uuid ?? ''), backup: egressId(service, backup ?? '') };
  const { on, well } = useSelector((state: RootState) => {
    const [primary, second] = [publicationStateOf(state, ids.primary), publicationStateOf(state, ids.backup)];
    return {
      on: { primary: isOn(primary), backup: isOn(second) },
      well: { primary: isWell(primary), backup: isWell(second) },
    };
  }, sameJson);
  const effects = interrupts(context, form, well);
  if (on.primary && effects.separates)
    return msg('Primary and backup get a process each. The stream is interrupted for some seconds.');
  if (on.primary && effects.primary) return msg('The stream is interrupted for some seconds.');
  return on.backup && effects.backup ? msg('Only the backup is interrupted for some seconds.') : null;
}

function Files({ children }: { children: ReactNode }) {
  const [search] = useSearchParams();
  const showsFiles = search.get('show') === 'files';
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!showsFiles || place.current === null) return;
    const { current } = place;
    current.focus({ preventScroll: true });
    // The files are rendered after the response of the core.
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => current.scrollIntoView());
    });
    observer.observe(current);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [showsFiles]);
  return (
    <div ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}

const entryNames =
  (t: (text: string) => string, fields: ReturnType<typeof fieldsOf>): NameOf =>
  ([key = '', inner = '']) => {
    const field = key === 'settings' ? fields[inner] : undefined;
    if (field && 'label' in field) return { name: t(field.label), secret: field.kind === 'secret' };
    const name = entries[key] ?? entries[`${key}.${inner}`];
    return name === undefined ? null : { name: t(name) };
  };

const entries: Readonly<Record<string, string>> = {
  name: msg('Publication name'),
  healing: msg('If it hangs'),
  control: msg('Process control'),
  'control.process': msg('Process control'),
  'profile.video': msg('Video'),
  'profile.audio': msg('Audio'),
};
