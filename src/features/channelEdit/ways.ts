import type { MediaType } from '../../media/streams.ts';

/** Where a source is set up anew, with the wizard. */
export const setupOf = (channel: string): string => `#/${channel}/edit/wizard`;

/** Where one half of the source is edited; null: there is no such screen yet. */
export const sourceEditorOf = (_channel: string, _type: MediaType): string | null => null;
