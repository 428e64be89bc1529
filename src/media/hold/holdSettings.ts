import * as z from 'zod/mini';

export const LIMIT_MINUTES = { least: 1, most: 24 * 60, usual: 30 };

/** Seconds of a still or black picture after which the source counts as unavailable. */
const STILL_SECONDS = { least: 20, most: 3600 };

export const MOST_CHARACTERS = 500;

const isLimit = (minutes: number) =>
  Number.isInteger(minutes) && minutes >= LIMIT_MINUTES.least && minutes <= LIMIT_MINUTES.most;

const isStillTime = (seconds: number | null | undefined): seconds is number =>
  typeof seconds === 'number' &&
  Number.isInteger(seconds) &&
  seconds >= STILL_SECONDS.least &&
  seconds <= STILL_SECONDS.most;

// Other zod checks would add to the size of the first script.
const Stored = z.looseObject({
  version: z.literal(1),
  hold: z.looseObject({
    /** Minutes of standby image after which publications end; null: never. */
    limitMinutes: z.pipe(
      z.catch(z.nullish(z.number()), undefined),
      z.transform((minutes): number | null =>
        minutes === null || (minutes !== undefined && isLimit(minutes)) ? minutes : LIMIT_MINUTES.usual,
      ),
    ),
    stillSeconds: z.pipe(
      z.catch(z.nullish(z.number()), null),
      z.transform((seconds): number | null => (isStillTime(seconds) ? seconds : null)),
    ),
    card: z.catch(
      z.looseObject({
        text: z.pipe(
          z.catch(z.string(), ''),
          z.transform((text) => (text.length > MOST_CHARACTERS ? '' : text)),
        ),
        theme: z.catch(z.enum(['dark', 'light']), 'dark'),
        picture: z.catch(z.boolean(), false),
      }),
      { text: '', theme: 'dark', picture: false },
    ),
  }),
});

export interface HoldSettings {
  limitMinutes: number | null;
  /** See `STILL_SECONDS`; null: such a picture is sent. */
  stillSeconds: number | null;
  /** `picture`: the operator's own picture is the image, without the text. */
  card: { text: string; theme: 'dark' | 'light'; picture: boolean };
}

export const USUAL_HOLD: HoldSettings = {
  limitMinutes: LIMIT_MINUTES.usual,
  stillSeconds: null,
  card: { text: '', theme: 'dark', picture: false },
};

/** Reads the global metadata of `agentKey`; `newer` for settings of a newer version. */
export function parseHoldSettings(stored: unknown): HoldSettings | 'newer' {
  const { version } = z.looseObject({ version: z.number() }).safeParse(stored).data ?? {};
  if (version !== undefined && version > 1) return 'newer';
  const { hold } = Stored.safeParse(stored).data ?? {};
  if (!hold) return USUAL_HOLD;
  const { limitMinutes, stillSeconds, card } = hold;
  return { limitMinutes, stillSeconds, card: { text: card.text, theme: card.theme, picture: card.picture } };
}

/** Keeps keys of other programs, even if the settings could not be parsed. */
export function storeHoldSettings(before: unknown, { limitMinutes, stillSeconds, card }: HoldSettings): object {
  const stored = keysOf(before);
  const { stillSeconds: _, ...hold } = keysOf(stored.hold);
  const still = stillSeconds === null ? {} : { stillSeconds };
  return { ...stored, version: 1, hold: { ...hold, limitMinutes, ...still, card: { ...keysOf(hold.card), ...card } } };
}

const keysOf = (stored: unknown): Readonly<Record<string, unknown>> => z.looseObject({}).safeParse(stored).data ?? {};
