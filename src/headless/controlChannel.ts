import type { UnknownAction } from '@reduxjs/toolkit';
import { channelDeletionRequested } from '../features/live/channel/saga.ts';
import { channelOpened } from '../features/live/channel/slice.ts';
import { ingestStartRequested, ingestStopRequested, type WithIngest } from '../features/live/ingest/slice.ts';
import {
  channelChanged,
  channelFormClosed,
  channelFormOpened,
  channelSaveRequested,
  type WithChannelSettings,
} from '../features/setup/channelSettings/slice.ts';
import type { RootState } from '../features/setup/index.ts';
import type { Meta } from '../media/stored/metadata.ts';
import { sameJson } from '../media/stored/sameJson.ts';
import { HeadlessError } from './error.ts';
import { absentText } from './formatList.ts';
import type { ChannelTexts } from './types.ts';
import type { Operator, WaitOutcome } from './waitForOutcome.ts';

const PATIENCE_MS = 15_000;
/** Each process may take 5 s to stop, and other operators may be saving. */
const SAVE_PATIENCE_MS = 60_000;

/** Opens the page of a channel, so that its state is polled every second. */
export function watch({ dispatch, getState }: Operator, channel: string): void {
  if (getState().ingest.channel !== channel) dispatch(channelOpened(channel));
}

export function commandTaken({ ingest: { asked, settledAt } }: WithIngest): WaitOutcome<null> {
  if (asked !== null) return 'waiting';
  return settledAt > 0 ? { done: null } : { failed: 'The core did not carry out the command' };
}

/** @throws HeadlessError `refused`, with a list of the saved channels */
export function requireChannel({ getState }: Operator, channel: string): void {
  const channels = getState()
    .channel.list.filter(({ available }) => available)
    .map(({ id }) => id);
  if (!channels.includes(channel)) throw new HeadlessError('refused', absentText('channel', channel, channels));
}

async function command(operator: Operator, channel: string, action: UnknownAction): Promise<void> {
  requireChannel(operator, channel);
  watch(operator, channel);
  await operator.attempt({ ask: [action], outcome: commandTaken, patienceMs: PATIENCE_MS });
}

export const startChannel = (operator: Operator, channel: string): Promise<void> =>
  command(operator, channel, ingestStartRequested(channel));

export const stopChannel = (operator: Operator, channel: string): Promise<void> =>
  command(operator, channel, ingestStopRequested(channel));

export async function deleteChannel(operator: Operator, channel: string): Promise<void> {
  requireChannel(operator, channel);
  await operator.attempt({
    ask: [channelDeletionRequested(channel)],
    outcome: ({ channel: { list } }) => (list.some(({ id }) => id === channel) ? 'waiting' : { done: null }),
    patienceMs: SAVE_PATIENCE_MS,
  });
}

export async function editChannel(operator: Operator, channel: string, texts: ChannelTexts): Promise<void> {
  requireChannel(operator, channel);
  const { dispatch, getState } = operator;
  const page = `/${channel}/edit`;
  operator.go(page);
  try {
    const draft = await operator.attempt({
      ask: [channelFormOpened(channel)],
      outcome: loadedDraft,
      patienceMs: PATIENCE_MS,
    });
    dispatch(channelChanged({ meta: withTexts(draft.meta, texts), license: texts.license ?? draft.license }));
    await operator.attempt({
      ask: [channelSaveRequested()],
      outcome: (state, path) => (path === page ? savedChannel(state) : { done: null }),
      patienceMs: SAVE_PATIENCE_MS,
    });
  } finally {
    if (getState().channelSettings.status !== 'closed') dispatch(channelFormClosed());
  }
}

const withTexts = (meta: Meta, { name, description, author_name, author_description }: ChannelTexts): Meta => ({
  ...meta,
  name: name ?? meta.name,
  description: description ?? meta.description,
  author: {
    ...meta.author,
    name: author_name ?? meta.author.name,
    description: author_description ?? meta.author.description,
  },
});

function loadedDraft({ channelSettings: form }: WithChannelSettings) {
  if (form.status === 'failed') return { failed: form.reason };
  if (form.status === 'newer') return { failed: 'Its settings were made by a newer version' };
  return form.status === 'open' ? { done: form.draft } : ('waiting' as const);
}

function savedChannel({ channelSettings: form, connection }: RootState): WaitOutcome<null> {
  if (form.status !== 'open') return { failed: 'The form was closed' };
  if (form.others.status === 'changed') return { failed: 'Somebody else has changed the channel meanwhile' };
  if (form.others.status === 'gone') return { failed: 'Somebody else has deleted the channel' };
  if (!form.tried || form.busy !== null || sameJson(form.draft, form.stored)) return 'waiting';
  if (connection.status === 'lost') return { failed: connection.message };
  return { failed: 'The channel cannot be saved with these texts' };
}
