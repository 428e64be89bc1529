import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { BundleText } from '../../../media/bundle/bundle.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import type { Phrase } from '../../../media/revision/describeDifferences.ts';

export interface Declaration {
  /** Milliseconds since 1970: the last time that something was applied or refused. */
  at: number;
  /** Why the files were refused at the last start. */
  fault: (BundleText & { place: string }) | null;
  /** Why the last application stopped. */
  failure: MaskedText | null;
  /** Changed in the files and here. */
  conflicts: readonly Phrase[];
  /** Not applied, as their secret is missing. */
  incomplete: readonly Phrase[];
  /** Changed or removed here since. */
  changed: readonly Phrase[];
}

/** `none`: without a declared installation, or before it is read. */
export type DeclarationState = { status: 'none' } | ({ status: 'declared' } & Declaration);

export interface WithDeclaration {
  declaration: DeclarationState;
}

export const declarationOpened = createAction('declaration/opened');

const none: DeclarationState = { status: 'none' };

const slice = createSlice({
  name: 'declaration',
  initialState: none as DeclarationState,
  reducers: {
    declarationRead: (_, { payload }: PayloadAction<Declaration | null>): DeclarationState =>
      payload === null ? none : { status: 'declared', ...payload },
  },
});

export const { declarationRead } = slice.actions;
export const declaration = slice.reducer;
