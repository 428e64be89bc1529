import { createHash } from 'node:crypto';

export const pictureNames = ['channel', 'phone', 'website'] as const;
export type PictureName = (typeof pictureNames)[number];

export const FOLDER = 'docs/pictures';
export const pictureFile = (name: PictureName) => `${FOLDER}/${name}.webp`;
/** The accessibility tree behind a picture. A test compares it to notice that the screen has changed. */
export const outlineFile = (name: PictureName) => `${FOLDER}/${name}.outline.txt`;

/** The first line of an outline, which ties it to its picture. */
export const markOf = (picture: Buffer): string => `# Picture ${createHash('sha256').update(picture).digest('hex')}`;
