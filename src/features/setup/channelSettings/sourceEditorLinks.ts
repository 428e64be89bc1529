import type { MediaType } from '../../../media/encoding/streams.ts';

/** Where a source is set up anew, with the wizard. */
export const setupOf = (channel: string): string => `#/${channel}/edit/wizard`;

/** Where one half of the source is edited. */
export const sourceEditorOf = (channel: string, type: MediaType): string => `#/${channel}/edit/source/${type}`;
