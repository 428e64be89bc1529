import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CheckedImage } from '../../image/uploadImage.ts';
import type { PickedTemplate } from '../draft.ts';

/** What the website would be if it were saved now. `template`: the one that is chosen; null: our own. */
export type WebsitePreview =
  | { status: 'making' }
  /** There is no channel, so there is no page. */
  | { status: 'empty' }
  /** `markup`: of the first page, for a frame without an origin; `images`: what it loads and is on no disk yet. */
  | { status: 'made'; markup: string; images: readonly CheckedImage[]; template: PickedTemplate | null }
  /** The engine cannot read the template. */
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
