import { egressOf } from '../api/processIds.ts';
import type { Settings } from '../catalog/form/fields.ts';
import { explainUnserved } from '../catalog/serviceFacts/unservedReason.ts';
import { orderedIds } from '../features/live/publication/publicationState.ts';
import { fieldsOf, formContextOf, unservedIn } from '../features/setup/egress/publicationDraft.ts';
import type { RootState } from '../features/setup/index.ts';
import {
  formClosed,
  formOpened,
  type OpenForm,
  type PublicationForm,
  publicationChanged,
  publicationSaveRequested,
} from '../features/setup/publicationForm/slice.ts';
import { formFaultsOf } from '../features/setup/publicationForm/tabs.ts';
import { sameJson } from '../media/stored/sameJson.ts';
import { applySettings, faultsText } from './applySettings.ts';
import { requireChannel } from './controlChannel.ts';
import { channelOf } from './controlPublication.ts';
import { HeadlessError } from './error.ts';
import { inEnglish } from './inEnglish.ts';
import type { PublicationChange, PublicationPlan } from './types.ts';
import type { Operator, WaitOutcome } from './waitForOutcome.ts';

const PATIENCE_MS = 30_000;

export async function addPublication(operator: Operator, plan: PublicationPlan): Promise<string> {
  const { getState } = operator;
  const { current, list } = getState().channel;
  if (!list.some(({ available }) => available))
    throw new HeadlessError('refused', 'There is no channel yet: setUpChannel() makes one');
  const channel = plan.channel ?? current ?? '';
  requireChannel(operator, channel);
  const before = new Set(publicationsIn(getState(), channel));
  await saveForm(operator, { channel, service: plan.service, uuid: null, from: null }, plan);
  const added = publicationsIn(getState(), channel).find((id) => !before.has(id));
  if (added === undefined)
    throw new HeadlessError('refused', 'The publication was saved, and the channel does not have it');
  return added;
}

/** Omitted settings stay. A running publication reconnects if necessary. */
export async function editPublication(
  operator: Operator,
  publication: string,
  change: PublicationChange,
): Promise<void> {
  const channel = channelOf(operator, publication);
  const found = egressOf(publication);
  if (found === null) throw new HeadlessError('refused', `There is no form for ${publication}`);
  await saveForm(operator, { channel, ...found, from: null }, change);
}

async function saveForm(
  operator: Operator,
  target: Parameters<typeof formOpened>[0],
  { settings, name }: PublicationChange,
): Promise<void> {
  const { getState, dispatch } = operator;
  // The saga navigates away when it is done, and when there is no such form.
  const page = `/${target.channel}/publication/${target.service}`;
  operator.go(page);
  try {
    const opened = await operator.attempt({
      ask: [formOpened(target)],
      outcome: ({ publicationForm: form }, path) => loaded(form, path === page),
      patienceMs: PATIENCE_MS,
    });
    dispatch(
      publicationChanged({
        ...(settings && { settings: withSettings(getState(), opened, settings) }),
        ...(name !== undefined && { name }),
      }),
    );
    const { publicationForm: form } = getState();
    if (target.uuid !== null && form.status === 'open' && sameJson(form.draft, form.stored)) return;
    await operator.attempt({
      ask: [publicationSaveRequested()],
      outcome: (state, path) => (path === page ? savedOutcome(state) : { done: null }),
      patienceMs: PATIENCE_MS,
    });
  } finally {
    dispatch(formClosed());
  }
}

const publicationsIn = (state: RootState, channel: string) => orderedIds(state, channel);

function withSettings(state: RootState, { target, found, draft }: OpenForm, changes: Settings): Settings {
  const context = formContextOf(state, target, found);
  if (!context) throw new HeadlessError('login', 'Nobody is logged in');
  return applySettings(fieldsOf(context, draft), draft.settings, changes, 'settings');
}

function loaded(form: PublicationForm, isPending: boolean): WaitOutcome<OpenForm> {
  if (form.status === 'failed') return { failed: form.reason };
  if (form.status === 'newer') return { failed: 'Its settings were made by a newer version' };
  if (form.status === 'open') return { done: form };
  return isPending ? 'waiting' : { failed: 'There is no such form' };
}

function savedOutcome(state: RootState): WaitOutcome<null> {
  const { publicationForm: form, connection } = state;
  if (form.status !== 'open') return { failed: 'The form was closed' };
  if (!form.tried || form.busy !== null || form.draft === form.stored) return 'waiting';
  if (connection.status === 'lost') return { failed: connection.message };
  const { service } = form.target;
  const context = formContextOf(state, form.target, form.found);
  const unserved = context && unservedIn(context, form.draft);
  if (unserved) return { failed: explainUnserved(inEnglish, unserved) };
  return { failed: `${service} cannot be saved: ${faultsText(context ? formFaultsOf(context, form) : {})}` };
}
