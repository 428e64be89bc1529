import { createAction } from '@reduxjs/toolkit';
import { createEditor, type OpenEditor } from '../../../shared/editor/createEditor.ts';
import type { FormFaults, ReceiverDraft, ReceiverKind } from './receiverDraft.ts';

/** `id` is null for a new receiver. */
export interface ReceiverTarget {
  id: string | null;
  kind: string;
}

export interface ReceiverFound {
  kind: ReceiverKind;
  /** Fields with a stored secret. */
  secrets: readonly string[];
  /** The receiver has unsubscribed from messages. */
  isGone: boolean;
}

export type OpenReceiver = OpenEditor<ReceiverTarget, ReceiverFound, ReceiverDraft, FormFaults, 'testing'>;

export const receiverEditor = createEditor<ReceiverTarget, ReceiverFound, ReceiverDraft, FormFaults, 'testing'>(
  'receiverForm',
);

export const receiverSaveRequested = createAction<{ language: string }>('receiverForm/storeRequested');
export const receiverTrialRequested = createAction('receiverForm/trialRequested');
