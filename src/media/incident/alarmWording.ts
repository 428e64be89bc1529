import * as z from 'zod/mini';
import { isTimeZone } from './quietHours.ts';

export interface AlarmWording {
  /** Language code such as `de`; unknown ones mean English. */
  language: string;
  /** Time zone such as Europe/Berlin; null for that of the machine. */
  zone: string | null;
  /** For links, such as https://example.org/ui/; null for no links. */
  page: string | null;
}

export const USUAL_WORDING: AlarmWording = { language: 'en', zone: null, page: null };

const MOST_LETTERS = 500;
const LANGUAGE = /^[a-z]{2}$/;
export const isPageAddress = (text: string): boolean =>
  text.length <= MOST_LETTERS && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const Stored = z.looseObject({
  version: z.literal(1),
  alarms: z.looseObject({
    wording: z.looseObject({
      language: z.catch(z.string().check(z.regex(LANGUAGE)), USUAL_WORDING.language),
      zone: z.catch(z.nullable(z.string().check(z.refine(isTimeZone))), USUAL_WORDING.zone),
      page: z.catch(z.nullable(z.string().check(z.refine(isPageAddress))), USUAL_WORDING.page),
    }),
  }),
});

export function parseAlarmWording(stored: unknown): AlarmWording {
  const { alarms } = Stored.safeParse(stored).data ?? {};
  if (!alarms) return USUAL_WORDING;
  const { language, zone, page } = alarms.wording;
  return { language, zone, page };
}

export function storeAlarmWording(before: unknown, { language, zone, page }: AlarmWording): object {
  const stored = keysOf(before);
  const alarms = keysOf(stored.alarms);
  const wording = { ...keysOf(alarms.wording), language, zone, page };
  return { ...stored, version: 1, alarms: { ...alarms, wording } };
}

const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
