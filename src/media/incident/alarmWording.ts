import * as z from 'zod/mini';
import { isTimeZone } from './quietHours.ts';

/** In which words the messages are. */
export interface AlarmWording {
  /** Of the interface: `de`. One that nobody knows is English. */
  language: string;
  /** In which times are told: Europe/Berlin; null: that of the machine. */
  zone: string | null;
  /** Of the interface, for links: https://example.org/ui/; null: messages have none. */
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

/** From the global metadata of `AGENT_KEY`. Only what is wrong counts as not stored. */
export function parseAlarmWording(stored: unknown): AlarmWording {
  const { alarms } = Stored.safeParse(stored).data ?? {};
  if (!alarms) return USUAL_WORDING;
  const { language, zone, page } = alarms.wording;
  return { language, zone, page };
}

/** The value to be stored, with everything else that is there. */
export function storeAlarmWording(before: unknown, { language, zone, page }: AlarmWording): object {
  const kept = keysOf(before);
  const alarms = keysOf(kept.alarms);
  const wording = { ...keysOf(alarms.wording), language, zone, page };
  return { ...kept, version: 1, alarms: { ...alarms, wording } };
}

const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
