import type { WithPreferences } from '../../shared/preference/slice.ts';

/** Storage key; absent while the preview is shown. */
export const PREVIEW_KEY = 'preview';
export const PREVIEW_OFF = 'off';

export const isPreviewShown = ({ preference }: WithPreferences): boolean => preference[PREVIEW_KEY] !== PREVIEW_OFF;
