import { createHash } from 'node:crypto';

/** Of the README. */
export const pictureNames = ['channel', 'phone', 'website'] as const;
export type PictureName = (typeof pictureNames)[number];

export const FOLDER = 'docs/pictures';
export const pictureFile = (name: PictureName) => `${FOLDER}/${name}.webp`;
/** What is on the picture, by roles and names: by it a test notices that the screen has changed. */
export const outlineFile = (name: PictureName) => `${FOLDER}/${name}.outline.txt`;

/** The first line of an outline: it belongs to this picture. */
export const markOf = (picture: Buffer): string => `# Picture ${createHash('sha256').update(picture).digest('hex')}`;
