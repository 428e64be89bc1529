import { createAction } from '@reduxjs/toolkit';
import { createEditor, type OpenEditor } from '../../../shared/editor/createEditor.ts';
import type { FormFaults, ReceiverDraft, ReceiverKind } from './receiverDraft.ts';

/** `id` null: a new one. */
export interface ReceiverTarget {
  id: string | null;
  kind: string;
}

export interface ReceiverFound {
  kind: ReceiverKind;
  /** Fields that have a secret stored. */
  secrets: readonly string[];
  /** It wanted no more messages. */
  isGone: boolean;
}

export type OpenReceiver = OpenEditor<ReceiverTarget, ReceiverFound, ReceiverDraft, FormFaults, 'testing'>;

export const receiverEditor = createEditor<ReceiverTarget, ReceiverFound, ReceiverDraft, FormFaults, 'testing'>(
  'receiverForm',
);

/** `language`: in which its operator reads, for the first one. */
export const receiverSaveRequested = createAction<{ language: string }>('receiverForm/storeRequested');
export const receiverTrialRequested = createAction('receiverForm/trialRequested');
