export const PREVIEW_READY = 'preview ready';

/** An unsaved image: path in the page without a leading slash, and its content. */
export type PreviewImage = readonly [path: string, image: Blob];

/** Sent to the frame: a page, or updated styles of the current page in order. */
export type PreviewMessage = { page: string; images: readonly PreviewImage[] } | { styles: readonly string[] };

export const STYLE_MARK = 'data-preview-style';
