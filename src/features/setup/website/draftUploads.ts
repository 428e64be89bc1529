import type { WebsiteSettings } from '../../../viewer/website/settings.ts';
import type { CheckedImage, ImagePlace } from '../image/uploadImage.ts';

/** A template as its author wrote it, under the name that it is to have. */
export interface PickedTemplate {
  name: string;
  text: string;
}

/** The images of a website, by the key of the setting that names each. */
export const WEBSITE_IMAGES = ['bgimage_url', 'logo', 'banner'] as const;
export type WebsiteImage = (typeof WEBSITE_IMAGES)[number];

/** Picked, and on no disk before they are saved. */
export type WebsiteUploads = Readonly<Record<WebsiteImage, CheckedImage | null> & { template: PickedTemplate | null }>;

export const NO_UPLOADS: WebsiteUploads = { template: null, bgimage_url: null, logo: null, banner: null };

const FILES: Readonly<Record<WebsiteImage, string>> = { bgimage_url: 'bg', logo: 'logo', banner: 'banner' };

/** Where it stands. Those of the website are shown on its own pages alone, where an SVG is one too. */
export const placeOf = (image: WebsiteImage): ImagePlace => ({
  place: `/playersite/${FILES[image]}`,
  taken: ['gif', 'png', 'jpg', 'svg'],
});

/** Of a draft, what files are picked for. */
type UploadableSettings = Pick<WebsiteSettings, WebsiteImage | 'template'> & { uploads: WebsiteUploads };

export const withUpload = <Draft extends UploadableSettings, Key extends keyof WebsiteUploads>(
  draft: Draft,
  key: Key,
  upload: WebsiteUploads[Key],
): Draft => ({ ...draft, uploads: { ...draft.uploads, [key]: upload } });

/** What the draft becomes when an image is taken out. */
export const withoutImage = ({ uploads }: UploadableSettings, image: WebsiteImage) => ({
  [image]: '',
  uploads: { ...uploads, [image]: null },
});

/** The picked image, while that is still the one. */
export function imageUploadOf(draft: UploadableSettings, image: WebsiteImage): CheckedImage | null {
  const upload = draft.uploads[image];
  return upload?.path === draft[image] ? upload : null;
}

/** The picked template, while that is still the one. */
export const templateUploadOf = ({ template, uploads }: UploadableSettings): PickedTemplate | null =>
  uploads.template?.name === template ? uploads.template : null;
