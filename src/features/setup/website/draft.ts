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

/** `text` is the source as its author wrote it. */
export interface PickedTemplate {
  name: string;
  text: string;
}

export const WEBSITE_IMAGES = ['bgimage_url', 'logo', 'banner'] as const;
export type WebsiteImage = (typeof WEBSITE_IMAGES)[number];

type WebsiteUploads = Readonly<Record<WebsiteImage, CheckedImage | null> & { templates: readonly PickedTemplate[] }>;

const NO_UPLOADS: WebsiteUploads = { templates: [], bgimage_url: null, logo: null, banner: null };

const FILES: Readonly<Record<WebsiteImage, string>> = { bgimage_url: 'bg', logo: 'logo', banner: 'banner' };

/** Path and allowed types of an image. SVG is allowed, because only the website itself shows it. */
export const websiteImagePlace = (image: WebsiteImage): ImagePlace => ({
  place: `/playersite/${FILES[image]}`,
  taken: ['gif', 'png', 'jpg', 'svg'],
});

type UploadableSettings = Pick<WebsiteSettings, WebsiteImage | 'template'> & { uploads: WebsiteUploads };

export const withImage = <Draft extends UploadableSettings>(
  draft: Draft,
  image: WebsiteImage,
  upload: CheckedImage,
): Draft => ({ ...draft, [image]: upload.path, uploads: { ...draft.uploads, [image]: upload } });

/** Adds a picked template; one of the same name is replaced. */
export const withTemplate = <Draft extends UploadableSettings>(draft: Draft, template: PickedTemplate): Draft => ({
  ...draft,
  uploads: { ...draft.uploads, templates: [...otherTemplates(draft, template.name), template] },
});

const otherTemplates = ({ uploads }: UploadableSettings, name: string) =>
  uploads.templates.filter((template) => template.name !== name);

/** Removes a picked template that is not stored yet. */
export const withoutTemplate = (draft: UploadableSettings, name: string) => ({
  uploads: { ...draft.uploads, templates: otherTemplates(draft, name) },
});

export const withoutImage = ({ uploads }: UploadableSettings, image: WebsiteImage) => ({
  [image]: '',
  uploads: { ...uploads, [image]: null },
});

/** Returns the picked image if it is still the chosen one. */
export function imageUploadOf(draft: UploadableSettings, image: WebsiteImage): CheckedImage | null {
  const upload = draft.uploads[image];
  return upload?.path === draft[image] ? upload : null;
}

export const templateUploadOf = ({ template, uploads }: UploadableSettings): PickedTemplate | null =>
  uploads.templates.find(({ name }) => name === template) ?? null;

type WebsiteFields = Pick<WebsiteSettings, WebsiteKey>;

/** Settings by stored key, and picked files that the save writes. */
export type WebsiteDraft = WebsiteFields & { uploads: WebsiteUploads };

/** @param playersite as stored on the core */
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

/** Returns the channel created first, of several in the same second the first in the list; null if there is none. */
export const oldestChannel = (
  processes: readonly Pick<Process, 'id' | 'created_at'>[],
  channels: readonly Pick<Channel, 'id' | 'available'>[],
): string | null =>
  channels
    .flatMap(({ id, available }) => {
      const process = processes.find((process) => process.id === ingestId(id));
      return available && process ? [{ id, created_at: process.created_at }] : [];
    })
    .sort((a, b) => a.created_at - b.created_at)[0]?.id ?? null;

/** Initial settings of a website. `current` would show viewers any channel that an operator opens. */
export const firstSettings = (channel: string | null): CoderSettings =>
  channel === null ? {} : { channelid: channel };

/**
 * Unchanged entries stay as stored, in their order. If nothing is stored, all settings are written, because other
 * interfaces have other defaults.
 */
export function websiteWith(stored: CoderSettings, { uploads: _, ...draft }: WebsiteDraft): CoderSettings {
  const before: CoderSettings = { ...websiteDraftOf(stored) };
  const isFirst = Object.keys(stored).length === 0;
  const changed = Object.entries(draft).filter(([key, value]) => isFirst || !sameJson(value, before[key]));
  // A list of all channels is stored by omitting the key, because other interfaces do not accept null.
  const removed = changed.flatMap(([key, value]) => (value === null ? [key] : []));
  const all = Object.entries({ ...stored, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([key]) => !removed.includes(key)));
}

export const NO_COLOR = msg('Not a valid color. Enter one such as #37c871.');

export const COLORS = [
  ...(['textcolor_title', 'textcolor_default', 'textcolor_link', 'textcolor_link_hover'] as const),
  ...(['bgcolor_default', 'bgcolor_header', 'bgcolor_selected', 'bgcolor_unselected', 'hrcolor'] as const),
];
export type WebsiteColor = (typeof COLORS)[number];

/** Returns faults by field key. A stored value is accepted as it was. */
export function websiteFaultsOf(draft: WebsiteDraft, stored: WebsiteDraft): Partial<Record<WebsiteKey, string>> {
  const faultsFor = (keys: readonly WebsiteKey[], isWrong: (text: string) => boolean, fault: string) =>
    keys.flatMap((key) => {
      const value = draft[key];
      return value !== stored[key] && typeof value === 'string' && isWrong(value) ? [[key, fault] as const] : [];
    });
  const analytics = draft.ga.account === stored.ga.account ? null : analyticsFault(draft.ga);
  return Object.fromEntries([
    ...(analytics === null ? [] : [['ga', analytics] as const]),
    ...faultsFor(COLORS, (color) => colorOf(color) === null, NO_COLOR),
    ...faultsFor(
      WEBSITE_IMAGES,
      (image) => image.trim() !== '' && safeLink(image) === '',
      msg('Not a valid image address. It must start with https:// or a slash (/).'),
    ),
  ]);
}
