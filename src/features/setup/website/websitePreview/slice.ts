import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CheckedImage } from '../../image/uploadImage.ts';
import type { PickedTemplate } from '../draft.ts';

/** Preview of the draft. `template`: the chosen one; null: the default. */
export type WebsitePreview =
  | { status: 'making' }
  | { status: 'empty' }
  /** `markup` of the home page, for a frame without an origin; `images` that are not uploaded yet. */
  | { status: 'made'; markup: string; images: readonly CheckedImage[]; template: PickedTemplate | null }
  | { status: 'faulty'; message: string; line: number | null; template: PickedTemplate | null }
  | { status: 'failed'; reason: string };

export interface WithWebsitePreview {
  websitePreview: WebsitePreview;
}

const slice = createSlice({
  name: 'websitePreview',
  initialState: { status: 'making' } as WebsitePreview,
  reducers: {
    previewOpened: (): WebsitePreview => ({ status: 'making' }),
    previewClosed: (): WebsitePreview => ({ status: 'making' }),
    previewMade: (_, { payload }: PayloadAction<WebsitePreview>) => payload,
  },
});

export const { previewOpened, previewClosed, previewMade } = slice.actions;
export const websitePreview = slice.reducer;
