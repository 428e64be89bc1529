import type { Process } from '../../../api/answers/process.ts';
import { ingestId } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Channel } from '../../../media/channel/channel.ts';
import type { CoderSettings } from '../../../media/encoding/profile.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { safeLink } from '../../../viewer/markup.ts';
import { colorOf, parseWebsiteSettings, type WebsiteSettings } from '../../../viewer/website/settings.ts';
import { analyticsFault } from '../analytics/analyticsFault.ts';
import type { CheckedImage, ImagePlace } from '../image/uploadImage.ts';
import type { WebsiteKey } from './tabs.ts';

/** A template as its author wrote it, under the name that it is to have. */
export interface PickedTemplate {
  name: string;
  text: string;
}

/** The images of a website, by the key of the setting that names each. */
export const WEBSITE_IMAGES = ['bgimage_url', 'logo', 'banner'] as const;
export type WebsiteImage = (typeof WEBSITE_IMAGES)[number];

/** Picked files, written by the save. */
type WebsiteUploads = Readonly<Record<WebsiteImage, CheckedImage | null> & { templates: readonly PickedTemplate[] }>;

const NO_UPLOADS: WebsiteUploads = { templates: [], bgimage_url: null, logo: null, banner: null };

const FILES: Readonly<Record<WebsiteImage, string>> = { bgimage_url: 'bg', logo: 'logo', banner: 'banner' };

/** Where it stands. Those of the website are shown on its own pages alone, where an SVG is one too. */
export const websiteImagePlace = (image: WebsiteImage): ImagePlace => ({
  place: `/playersite/${FILES[image]}`,
  taken: ['gif', 'png', 'jpg', 'svg'],
});

/** Of a draft, what files are picked for. */
type UploadableSettings = Pick<WebsiteSettings, WebsiteImage | 'template'> & { uploads: WebsiteUploads };

export const withImage = <Draft extends UploadableSettings>(
  draft: Draft,
  image: WebsiteImage,
  upload: CheckedImage,
): Draft => ({ ...draft, [image]: upload.path, uploads: { ...draft.uploads, [image]: upload } });

/** With a picked template, which replaces one of its name that was picked before. */
export const withTemplate = <Draft extends UploadableSettings>(draft: Draft, picked: PickedTemplate): Draft => ({
  ...draft,
  uploads: { ...draft.uploads, templates: [...otherTemplates(draft, picked.name), picked] },
});

const otherTemplates = ({ uploads }: UploadableSettings, name: string) =>
  uploads.templates.filter((one) => one.name !== name);

/** The picked files without a template that is not stored. */
export const withoutTemplate = (draft: UploadableSettings, name: string) => ({
  uploads: { ...draft.uploads, templates: otherTemplates(draft, name) },
});

/** The draft without the image. */
export const withoutImage = ({ uploads }: UploadableSettings, image: WebsiteImage) => ({
  [image]: '',
  uploads: { ...uploads, [image]: null },
});

/** The picked image, while that is still the one. */
export function imageUploadOf(draft: UploadableSettings, image: WebsiteImage): CheckedImage | null {
  const upload = draft.uploads[image];
  return upload?.path === draft[image] ? upload : null;
}

/** The picked template that is chosen. */
export const templateUploadOf = ({ template, uploads }: UploadableSettings): PickedTemplate | null =>
  uploads.templates.find(({ name }) => name === template) ?? null;

type WebsiteFields = Pick<WebsiteSettings, WebsiteKey>;

/** The edited settings by their stored keys, and picked files that are written by the save. */
export type WebsiteDraft = WebsiteFields & { uploads: WebsiteUploads };

/** @param playersite as the core keeps it */
export function websiteDraftOf(playersite: CoderSettings): WebsiteDraft {
  const read = parseWebsiteSettings(playersite);
  const { playersite: on, channelid, channel_list, title, headline, description, share, support } = read;
  const { template, templatename, bgimage_url, logo, banner } = read;
  const { textcolor_title, textcolor_default, textcolor_link, textcolor_link_hover } = read;
  const { bgcolor_default, bgcolor_header, bgcolor_selected, bgcolor_unselected, hrcolor } = read;
  const { ga, imprint, terms, inject1, inject2, inject3, inject4 } = read;
  return {
    ...{ playersite: on, channelid, channel_list, title, headline, description, share, support },
    ...{ template, templatename },
    ...{ textcolor_title, textcolor_default, textcolor_link, textcolor_link_hover },
    ...{ bgcolor_default, bgcolor_header, bgcolor_selected, bgcolor_unselected, hrcolor },
    ...{ ga, bgimage_url, logo, banner, imprint, terms, inject1, inject2, inject3, inject4 },
    uploads: NO_UPLOADS,
  };
}

/** The channel that was made first, of those that there are, in the same second that of the first name; null: there is none. */
export const oldestChannel = (
  processes: readonly Pick<Process, 'id' | 'created_at'>[],
  channels: readonly Pick<Channel, 'id' | 'available'>[],
): string | null =>
  channels
    .flatMap(({ id, available }) => {
      const process = processes.find((one) => one.id === ingestId(id));
      return available && process ? [{ id, created_at: process.created_at }] : [];
    })
    .sort((a, b) => a.created_at - b.created_at)[0]?.id ?? null;

/**
 * The first settings of a website: a main channel by its id. `current` would show viewers another channel as soon as an
 * operator looks at one.
 */
export const firstSettings = (channel: string | null): CoderSettings =>
  channel === null ? {} : { channelid: channel };

/**
 * The stored settings with the changes of the operator. Unchanged ones stay as they are stored, readable or not, and in
 * their place. Where nothing is stored yet, all settings are written: other interfaces have other defaults.
 */
export function websiteWith(stored: CoderSettings, { uploads: _, ...draft }: WebsiteDraft): CoderSettings {
  const before: CoderSettings = { ...websiteDraftOf(stored) };
  const isFirst = Object.keys(stored).length === 0;
  const changed = Object.entries(draft).filter(([key, value]) => isFirst || !sameJson(value, before[key]));
  // All channels are no list at all: other interfaces know no null.
  const removed = changed.flatMap(([key, value]) => (value === null ? [key] : []));
  const all = Object.entries({ ...stored, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([key]) => !removed.includes(key)));
}

export const NO_COLOR = msg('Not a valid color. Enter one such as #37c871.');

/** In the order of the screen. */
export const COLORS = [
  ...(['textcolor_title', 'textcolor_default', 'textcolor_link', 'textcolor_link_hover'] as const),
  ...(['bgcolor_default', 'bgcolor_header', 'bgcolor_selected', 'bgcolor_unselected', 'hrcolor'] as const),
];
export type WebsiteColor = (typeof COLORS)[number];

/** Faults by the key of the field. A value that is stored already is not a fault. */
export function websiteFaultsOf(draft: WebsiteDraft, stored: WebsiteDraft): Partial<Record<WebsiteKey, string>> {
  const wrong = (keys: readonly WebsiteKey[], isWrong: (text: string) => boolean, fault: string) =>
    keys.flatMap((key) => {
      const value = draft[key];
      return value !== stored[key] && typeof value === 'string' && isWrong(value) ? [[key, fault] as const] : [];
    });
  const analytics = draft.ga.account === stored.ga.account ? null : analyticsFault(draft.ga);
  return Object.fromEntries([
    ...(analytics === null ? [] : [['ga', analytics] as const]),
    ...wrong(COLORS, (color) => colorOf(color) === null, NO_COLOR),
    ...wrong(
      WEBSITE_IMAGES,
      (image) => image.trim() !== '' && safeLink(image) === '',
      msg('Not a valid image address. It must start with https:// or a slash (/).'),
    ),
  ]);
}
