/** In the place of what finds WebM: HLS has none. */
export const EBML_TAGS = { EBML: [], DocType: [] };
export const findEbml = () => [];
