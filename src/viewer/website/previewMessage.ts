/** Told by the frame of a preview to the page around it, once it can show something. */
export const PREVIEW_READY = 'preview ready';

/** On no disk yet: where its page loads it from, without a leading slash, and what is there. */
export type PreviewImage = readonly [path: string, image: Blob];

/** Told to the frame: a whole page, or, while that page is shown, the texts of its styles in their order. */
export type PreviewMessage = { page: string; images: readonly PreviewImage[] } | { styles: readonly string[] };

/** On a style element of the page: which one it is. */
export const STYLE_MARK = 'data-preview-style';
