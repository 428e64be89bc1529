import { createAction } from '@reduxjs/toolkit';
import { msg } from '../../../i18n/msg.ts';
import type { UndoableSave } from '../../gate/notice/slice.ts';

/** A save was stored as a revision. */
export const saveRecorded = createAction<UndoableSave>('saving/recorded');

/** Processes were added, changed or deleted, so that all lists have to be read again. */
export const entriesRestored = createAction('saving/entriesRestored');

export const NOT_UNDOABLE = msg('Saved. This change is not among the earlier versions, so it cannot be undone.');
