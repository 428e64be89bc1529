/** Replaces WebM detection: HLS has no WebM. */
export const EBML_TAGS = { EBML: [], DocType: [] };
export const findEbml = () => [];
