/** Replaces the parser of ID3 tags, which are not shown. */
export const parseId3Frames = () => [];
export const parseSyncSafeInteger = () => 0;
export const frameParsers = {};
